// src/adapters/node/systemClock.ts
var LONGEST_TIMER_MS = 2147483647;
var LONG_MS = 100;
var systemClock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  sleep: (ms, signal) => new Promise((resolve) => {
    if (signal?.aborted || !(ms > 0)) return resolve();
    const untilMs = performance.now() + ms;
    let timer;
    const wait = () => {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return wake();
      timer = setTimeout(wait, timerMs(leftMs));
    };
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    signal?.addEventListener("abort", wake, { once: true });
    timer = setTimeout(wait, timerMs(ms));
  })
};
function timerMs(ms) {
  return Math.min(ms < LONG_MS ? ms : Math.ceil(ms) + 1, LONGEST_TIMER_MS);
}
export {
  systemClock
};
//# sourceMappingURL=systemClock.js.map
