// src/runtime/follow/faultyReactions.ts
import { backoff } from "../../queues/backoff.js";
import { counts } from "../../queues/counts.js";
var FIRST_PAUSE_MS = 100;
var LONGEST_PAUSE_MS = 5e3;
var MAX_EACH = 8;
var MAX_PAUSED = 1024;
function faultyReactions({ clock, signal }, onOver) {
  const pausesMs = /* @__PURE__ */ new WeakMap();
  const paused = backoff(clock);
  const suspects = /* @__PURE__ */ new Set();
  const underWay = counts();
  let isTicking = false;
  const tick = async () => {
    isTicking = true;
    while (paused.size > 0 && !signal.aborted) {
      await clock.sleep(FIRST_PAUSE_MS, signal);
      const over = signal.aborted ? [] : paused.takeDue();
      if (over.length > 0) onOver(over);
    }
    isTicking = false;
  };
  return {
    begun: ({ owner }) => underWay.add(owner, 1),
    succeeded({ owner }) {
      underWay.add(owner, -1);
      suspects.delete(owner);
    },
    repeatLater(entry) {
      const { owner } = entry;
      const before = pausesMs.get(entry);
      const pauseMs = before === void 0 ? FIRST_PAUSE_MS : Math.min(2 * before, LONGEST_PAUSE_MS);
      pausesMs.set(entry, pauseMs);
      underWay.add(owner, -1);
      paused.add(entry, owner, pauseMs, entry);
      suspects.add(owner);
      if (!isTicking) void tick();
      return before === void 0;
    },
    mayGoOn: (owner) => paused.size < MAX_PAUSED && (!suspects.has(owner) || underWay.of(owner) + paused.waitingOf(owner) < MAX_EACH)
  };
}
export {
  faultyReactions
};
//# sourceMappingURL=faultyReactions.js.map
