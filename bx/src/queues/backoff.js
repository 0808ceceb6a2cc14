// src/queues/backoff.ts
import { counts } from "./counts.js";
import { delayQueue } from "./delayQueue.js";
function backoff(clock, maxWaiting = Number.POSITIVE_INFINITY) {
  const waiting = /* @__PURE__ */ new Map();
  const ofOwner = counts();
  const times = delayQueue(({ item }) => waiting.get(item.key) === item);
  const remove = (key) => {
    const before = waiting.get(key);
    if (before === void 0) return;
    waiting.delete(key);
    ofOwner.add(before.owner, -1);
  };
  return {
    has: (key) => waiting.has(key),
    add(key, owner, ms, item) {
      remove(key);
      if (waiting.size >= maxWaiting) return false;
      const entry = { key, owner, item };
      waiting.set(key, entry);
      ofOwner.add(owner, 1);
      times.add(clock.monotonicMs() + ms, entry);
      return true;
    },
    delete: remove,
    takeDue() {
      const due = times.takeDue(clock.monotonicMs());
      for (const { key } of due) remove(key);
      return due.map(({ item }) => item);
    },
    waitingOf: ofOwner.of,
    get size() {
      return waiting.size;
    },
    nextInMs: () => Math.max(0, times.nextAtMs() - clock.monotonicMs())
  };
}
export {
  backoff
};
//# sourceMappingURL=backoff.js.map
