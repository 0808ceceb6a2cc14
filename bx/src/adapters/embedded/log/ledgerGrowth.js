// src/adapters/embedded/log/ledgerGrowth.ts
import { growthMessages } from "./growthMessages.js";
import { recentWrites } from "./recentWrites.js";
var NOTIFY_EVERY_MS = 5;
function ledgerGrowth(file, reader, endWatch) {
  const writes = recentWrites();
  const messages = growthMessages(reader, file);
  const notifier = growthNotifier();
  return {
    writes,
    committed(write) {
      writes.add(write);
      endWatch.announce(write.last);
      notifier.notify(write);
    },
    announce(message) {
      const told = messages.read(message);
      if (told.length === 0) return;
      const take = (last) => {
        for (const write of told) if (write.last <= last) writes.add(write);
        endWatch.told(last);
      };
      reader.lastPosition().then(take, () => {
      });
    },
    onGrown: (handler) => notifier.onGrown((written) => handler(messages.write(written))),
    close: notifier.close
  };
}
function growthNotifier() {
  const handlers = /* @__PURE__ */ new Set();
  let unsaid = [];
  let pause = null;
  const notifyNow = () => {
    pause = null;
    if (unsaid.length === 0) return;
    const writes = unsaid;
    unsaid = [];
    for (const handler of handlers) handler(writes);
    pause = setTimeout(notifyNow, NOTIFY_EVERY_MS).unref();
  };
  return {
    notify(write) {
      if (handlers.size === 0) return;
      unsaid.push(write);
      if (pause === null) notifyNow();
    },
    onGrown(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    close() {
      handlers.clear();
      if (pause !== null) clearTimeout(pause);
    }
  };
}
export {
  ledgerGrowth
};
//# sourceMappingURL=ledgerGrowth.js.map
