// test/dispatcher/simulation/simulatedTime.ts
var START_MS = Date.parse("2026-01-01T00:00:00.000Z");
var HOUR_MS = 36e5;
function setForthMs(steps) {
  return (fromMs, toMs) => steps.reduce((sum, [from, to]) => from <= toMs && to >= fromMs ? sum + to - from : sum, 0);
}
function simulatedTime(random) {
  const skipped = [];
  let now = { wallMs: START_MS, monotonicMs: 0 };
  const pass = (ms) => {
    now = { wallMs: now.wallMs + ms, monotonicMs: now.monotonicMs + ms };
  };
  return {
    clock: {
      nowMs: () => now.wallMs,
      monotonicMs: () => now.monotonicMs,
      sleep: () => Promise.resolve(),
      turn: () => Promise.resolve()
    },
    now: () => now,
    pass,
    passTo: (dateMs) => pass(Math.max(0, dateMs - now.wallMs)),
    set: (moment) => {
      now = moment;
    },
    /** Forward or backward, by two hours at most; what was due in between is late. */
    step() {
      const byMs = Math.floor((random() - 0.5) * 4 * HOUR_MS);
      if (byMs > 0) skipped.push([now.wallMs, now.wallMs + byMs]);
      now = { ...now, wallMs: now.wallMs + byMs };
    },
    setForthMs: setForthMs(skipped)
  };
}
export {
  START_MS,
  setForthMs,
  simulatedTime
};
//# sourceMappingURL=simulatedTime.js.map
