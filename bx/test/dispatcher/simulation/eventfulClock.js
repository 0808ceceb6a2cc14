// test/dispatcher/simulation/eventfulClock.ts
import { dueQueue } from "./dueQueue.js";
var SETTLE_TURNS = 4;
function eventfulClock(startMs) {
  const due = dueQueue();
  let passedMs = 0;
  let aheadMs = startMs;
  const settle = async () => {
    for (let turn = 0; turn < SETTLE_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    nowMs: () => aheadMs + passedMs,
    monotonicMs: () => passedMs,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    now: () => ({ wallMs: aheadMs + passedMs, monotonicMs: passedMs }),
    at: (monotonicMs, act) => due.add(Math.ceil(monotonicMs), { act }),
    sleep: (ms, signal) => new Promise((resolve) => {
      if (signal?.aborted || ms <= 0) return resolve();
      const sleeper = { act: null };
      const wake = () => {
        sleeper.act = null;
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      sleeper.act = wake;
      due.add(Math.ceil(passedMs + ms), sleeper);
      signal?.addEventListener("abort", wake, { once: true });
    }),
    step: (byMs) => {
      aheadMs += byMs;
    },
    async run(untilMs, isOver) {
      await settle();
      for (let next = due.take(); next !== void 0; next = due.take()) {
        const { act } = next.item;
        if (act === null) continue;
        if (next.dueAtMs > untilMs || isOver()) return;
        passedMs = Math.max(passedMs, next.dueAtMs);
        act();
        await settle();
      }
    }
  };
}
export {
  eventfulClock
};
//# sourceMappingURL=eventfulClock.js.map
