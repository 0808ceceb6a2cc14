// src/sender/sendingStream.ts
import { appendWithRetry } from "../commands/kernel/appendWithRetry.js";
import { newEvents } from "../commands/kernel/ledger.js";
import { retryOnConflict } from "../commands/kernel/retryOnConflict.js";
function sendingStream(ledger, { stream, origin, from, advance, readFrom }) {
  let { progress, revision } = from;
  let queue = Promise.resolve();
  const take = (event) => {
    progress = advance(progress, event);
    ({ revision } = event);
  };
  const appendNow = (decide, signal) => {
    let isLate = false;
    return retryOnConflict(ledger, async () => {
      if (isLate) {
        const late = await appendWithRetry(ledger.clock, () => readFrom(revision + 1), signal);
        for (const event of late) take(event);
      }
      isLate = true;
      const decided = decide(progress);
      if (decided.length === 0) return [];
      const events = newEvents(ledger, origin, decided);
      const before = revision;
      const append = () => ledger.store.append(stream, before, events);
      const { position } = await appendWithRetry(ledger.clock, append, signal);
      events.forEach((event, at) => {
        take({ ...event, stream, revision: before + 1 + at, position });
      });
      return events;
    });
  };
  return {
    progress: () => progress,
    append(decide, signal) {
      const appended = queue.then(() => appendNow(decide, signal));
      queue = appended.catch(() => {
      });
      return appended;
    }
  };
}
export {
  sendingStream
};
//# sourceMappingURL=sendingStream.js.map
