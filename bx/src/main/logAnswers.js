// src/main/logAnswers.ts
import { EventStoreUnavailable, LogDamaged } from "../ports/eventStore.js";
var LOOK_AGAIN_MS = 1e3;
var LOG_EVERY_MS = 3e4;
async function logAnswers({ store, clock, log }, signal) {
  const startedAtMs = clock.monotonicMs();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      await store.end();
      return true;
    } catch (error) {
      if (error instanceof LogDamaged) return true;
      if (!(error instanceof EventStoreUnavailable)) throw error;
      const nowMs = clock.monotonicMs();
      if (nowMs - loggedAtMs >= LOG_EVERY_MS) {
        loggedAtMs = nowMs;
        const fields = { reason: error.message, waitedMs: Math.round(nowMs - startedAtMs) };
        log.warn(fields, "the log cannot be read: the start waits for it");
      }
      await clock.sleep(LOOK_AGAIN_MS, signal);
    }
  }
  return false;
}
export {
  logAnswers
};
//# sourceMappingURL=logAnswers.js.map
