// src/dispatcher/endpointHealth.ts
import { FAST_MS } from "../projections/webhookHealth.js";
var STANDINGS = ["fast", "slow", "silent", "unknown"];
var LONGEST_MS = 2e3;
var WEIGHT = 1 / 16;
var SILENT_AFTER = 2;
function endpointHealth(before = "unknown", answerMs = null) {
  let averageMs = averageBefore(before, answerMs ?? 0);
  let isSilent = before === "silent";
  let silences = 0;
  return {
    get standing() {
      if (isSilent) return "silent";
      if (averageMs === null) return "unknown";
      return averageMs <= FAST_MS ? "fast" : "slow";
    },
    get expectedMs() {
      return Math.max(1, averageMs ?? FAST_MS);
    },
    answered(answer) {
      if (answer === "nothing") return;
      if (answer === "silence") {
        silences++;
        isSilent ||= averageMs === null || silences >= SILENT_AFTER;
        return;
      }
      const countedMs = Math.min(answer, LONGEST_MS);
      averageMs = averageMs === null ? countedMs : averageMs + (countedMs - averageMs) * WEIGHT;
      silences = 0;
      isSilent = false;
    }
  };
}
function averageBefore(before, answerMs) {
  if (before === "fast") return Math.min(answerMs, FAST_MS);
  return before === "slow" ? Math.max(answerMs, 2 * FAST_MS) : null;
}
export {
  STANDINGS,
  endpointHealth
};
//# sourceMappingURL=endpointHealth.js.map
