// src/sender/claimedSend.ts
import { FRESH } from "./claims.js";
async function sendClaimed(delivery, claimedAtMs, parts, send) {
  const { clock, claims, rule } = parts;
  if (clock.monotonicMs() - claimedAtMs > rule.claimTimeoutMs * FRESH) {
    claims.release(delivery.claimId);
    return false;
  }
  claims.forget(delivery.claimId);
  const outcome = await send().catch((error) => {
    claims.release(delivery.claimId);
    throw error;
  });
  if (outcome === null) {
    claims.release(delivery.claimId);
    return false;
  }
  await recordOutcome(delivery, outcome, parts);
  return true;
}
async function recordOutcome({ stream, claimId, stateIn, about }, outcome, { claims, log, signal }) {
  claims.remember(claimId, outcome);
  const recorded = await stream.append((progress) => {
    const state = stateIn(progress);
    return state?.at === "claimed" && state.claimId === claimId ? outcome : [];
  }, signal);
  if (recorded.length === 0) log.warn(about, "a stale outcome was dropped: the claim had passed on");
  claims.forget(claimId);
}
export {
  recordOutcome,
  sendClaimed
};
//# sourceMappingURL=claimedSend.js.map
