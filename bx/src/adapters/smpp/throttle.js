// src/adapters/smpp/throttle.ts
var FIRST_PAUSE_MS = 200;
var LONGEST_PAUSE_MS = 3e4;
function throttle(window, clock, signal) {
  let inFlight = 0;
  let pauseMs = 0;
  let closedUntilMs = 0;
  const waiting = [];
  const closedForMs = () => Math.max(0, closedUntilMs - clock.monotonicMs());
  return {
    /** Milliseconds until a pause ends. */
    closedForMs,
    /** Runs a request once there is room in the window and no pause; null: that was after `untilMs` (monotonic) or the signal's abort, and it was not run. */
    async pass(request, untilMs) {
      if (inFlight >= window) await new Promise((resolve) => waiting.push(resolve));
      else inFlight += 1;
      try {
        while (closedForMs() > 0 && !signal.aborted) await clock.sleep(closedForMs(), signal);
        if (signal.aborted || clock.monotonicMs() > untilMs) return null;
        return await request();
      } finally {
        const next = waiting.shift();
        if (next === void 0) inFlight -= 1;
        else next();
      }
    },
    /** The carrier answered, and asked for no slower pace: the next pause is half as long. */
    speedUp() {
      pauseMs = pauseMs < FIRST_PAUSE_MS ? 0 : pauseMs / 2;
    },
    /** The carrier asked for a slower pace: all requests pause, twice as long each time. */
    slowDown() {
      if (closedForMs() > 0) return;
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      closedUntilMs = clock.monotonicMs() + pauseMs;
    }
  };
}
export {
  throttle
};
//# sourceMappingURL=throttle.js.map
