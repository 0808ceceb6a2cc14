// test/simulation/stores/claims.ts
import { CLAIM_TIMEOUT_MS } from "../../../src/sender/claims.js";
function worldClaims(log) {
  const ends = /* @__PURE__ */ new Map();
  let read = 0;
  const readOn = () => {
    for (; read < log.events.length; read += 1) {
      const event = log.events[read];
      if (event === void 0) return;
      const { type, stream, data, metadata } = event;
      const { deliveryId = "" } = data;
      const claimed = `${stream} ${deliveryId}`;
      if (type.endsWith("SubmissionAttempted")) ends.set(claimed, Date.parse(metadata.at) + CLAIM_TIMEOUT_MS);
      else if (type !== "SmsSegmentSent") ends.delete(claimed);
    }
  };
  return {
    dueAtMs(fromMs) {
      readOn();
      const left = [...ends.values()].filter((end) => end >= fromMs);
      return left.length === 0 ? null : Math.min(...left);
    }
  };
}
export {
  worldClaims
};
//# sourceMappingURL=claims.js.map
