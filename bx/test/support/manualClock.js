// test/support/manualClock.ts
var SETTLE_TURNS = 10;
function manualClock(startMs = Date.parse("2026-01-01T00:00:00.000Z")) {
  let passedMs = 0;
  let aheadMs = startMs;
  const sleeping = /* @__PURE__ */ new Set();
  const fallenAsleep = [];
  const next = (byMs) => [...sleeping].filter(({ untilMs }) => untilMs <= byMs).sort((a, b) => a.untilMs - b.untilMs)[0];
  return {
    nowMs: () => aheadMs + passedMs,
    monotonicMs: () => passedMs,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    sleep: (ms, signal) => new Promise((resolve) => {
      if (signal?.aborted || ms <= 0) return resolve();
      const wake = () => {
        sleeping.delete(sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper = { untilMs: passedMs + ms, wake };
      sleeping.add(sleeper);
      for (const tell of fallenAsleep.splice(0)) tell();
      signal?.addEventListener("abort", wake, { once: true });
    }),
    async advance(ms) {
      const targetMs = passedMs + ms;
      for (; ; ) {
        for (let turn = 0; turn < SETTLE_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
        const sleeper = next(targetMs);
        if (sleeper === void 0) break;
        passedMs = Math.max(passedMs, sleeper.untilMs);
        sleeper.wake();
      }
      passedMs = targetMs;
    },
    pass(ms) {
      passedMs += ms;
      for (let late = next(passedMs); late !== void 0; late = next(passedMs)) late.wake();
    },
    step: (toMs) => {
      aheadMs = toMs - passedMs;
    },
    asleep: () => new Promise((resolve) => {
      if (sleeping.size > 0) resolve();
      else fallenAsleep.push(resolve);
    }),
    get sleepers() {
      return sleeping.size;
    }
  };
}
export {
  manualClock
};
//# sourceMappingURL=manualClock.js.map
