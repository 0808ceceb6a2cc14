// test/simulation/time/processClock.ts
var LONGEST_POLL_MS = 3e4;
function processClock(agenda, wall, life) {
  return {
    nowMs: () => wall.nowMs(life.process),
    monotonicMs: agenda.nowMs,
    // What waits for a turn goes on at the same moment: only a process that is paused or dead is in between.
    turn: () => life.isAlive() && !life.isPaused() ? Promise.resolve() : new Promise((resolve) => life.at(agenda.nowMs(), resolve, "poll")),
    sleep: (ms, signal) => new Promise((resolve) => {
      if (signal?.aborted || !(ms > 0)) return resolve();
      const wake = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const entry = life.at(
        together(agenda.nowMs() + ms, ms),
        wake,
        ms <= LONGEST_POLL_MS ? "poll" : "wait"
      );
      const stop = () => {
        entry.cancel();
        resolve();
      };
      signal?.addEventListener("abort", stop, { once: true });
    })
  };
}
function together(dueMs, ms) {
  const grainMs = ms >= 500 ? 25 : ms >= 100 ? 5 : 0;
  return grainMs === 0 ? dueMs : Math.ceil(dueMs / grainMs) * grainMs;
}
export {
  processClock
};
//# sourceMappingURL=processClock.js.map
