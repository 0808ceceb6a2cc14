// src/runtime/follow/backgroundThrottle.ts
var REST_RATIO = 3;
var LONGEST_REST_MS = 1e3;
function backgroundThrottle(clock, sendsInFlight) {
  let restUntilMs = 0;
  return {
    async afterWork(ms, signal) {
      if (sendsInFlight() === 0) {
        restUntilMs = 0;
        await clock.turn();
        return;
      }
      const nowMs = clock.monotonicMs();
      const owedMs = Math.max(restUntilMs, nowMs) + Math.max(1, ms) * REST_RATIO;
      restUntilMs = Math.min(owedMs, nowMs + LONGEST_REST_MS);
      await clock.sleep(restUntilMs - nowMs, signal);
    }
  };
}
export {
  backgroundThrottle
};
//# sourceMappingURL=backgroundThrottle.js.map
