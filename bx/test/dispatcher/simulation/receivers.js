// test/dispatcher/simulation/receivers.ts
import { endpointHealth } from "../../../src/dispatcher/endpointHealth.js";
import { answerOf } from "./process.js";
var MOST_IN_FLIGHT = 8;
var SOON_MS = 2e3;
var TIMEOUT_MS = 1e4;
var later = (one, other) => one.monotonicMs > other.monotonicMs ? one : other;
function receivers(random, clock, breaches) {
  const known = /* @__PURE__ */ new Map();
  const begunAt = clock.now();
  const of = (endpointId) => {
    const receiver = known.get(endpointId) ?? { open: 0, health: endpointHealth(), able: begunAt };
    known.set(endpointId, receiver);
    return receiver;
  };
  const isFull = ({ open, health: { standing } }) => open >= (standing === "silent" || standing === "unknown" ? 1 : MOST_IN_FLIGHT);
  return {
    /** Since when a slot has been free. */
    able: (endpointId, orAt) => later(of(endpointId).able, orAt),
    async answer(endpointId) {
      const receiver = of(endpointId);
      if (isFull(receiver)) breaches.push(`${endpointId}: ${receiver.open + 1} posts at once`);
      receiver.open += 1;
      const outcome = answerOf(random, endpointId);
      const isSilent = outcome.outcome === "failed" && outcome.reason === "timeout";
      const isSlow = random() < 0.05;
      const durationMs = isSilent ? TIMEOUT_MS : Math.ceil(random() * (isSlow ? TIMEOUT_MS - 1 : 1e3));
      await clock.sleep(durationMs);
      const wasFull = isFull(receiver);
      receiver.open -= 1;
      if (outcome.outcome === "answered") receiver.health.answered(durationMs);
      else if (isSilent || durationMs > SOON_MS) receiver.health.answered("silence");
      if (wasFull && !isFull(receiver)) receiver.able = clock.now();
      return outcome;
    }
  };
}
export {
  receivers
};
//# sourceMappingURL=receivers.js.map
