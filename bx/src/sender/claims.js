// src/sender/claims.ts
var CLAIM_TIMEOUT_MS = 10 * 6e4;
var FRESH = 0.1;
var MAX_REMEMBERED = 1e4;
function claims(maxRemembered = MAX_REMEMBERED) {
  const outcomes = /* @__PURE__ */ new Map();
  const released = /* @__PURE__ */ new Set();
  return {
    release(claimId) {
      released.add(claimId);
      const oldest = released.values().next().value;
      if (released.size > maxRemembered && oldest !== void 0) released.delete(oldest);
    },
    remember(claimId, outcome) {
      outcomes.set(claimId, outcome);
      const oldest = outcomes.keys().next().value;
      if (outcomes.size > maxRemembered && oldest !== void 0) outcomes.delete(oldest);
    },
    outcomeOf: (claimId) => outcomes.get(claimId),
    isReleased: (claimId) => released.has(claimId),
    forget(claimId) {
      outcomes.delete(claimId);
      released.delete(claimId);
    }
  };
}
function newClaim(ids, own) {
  const id = ids.uuid();
  own.release(id);
  return id;
}
export {
  CLAIM_TIMEOUT_MS,
  FRESH,
  claims,
  newClaim
};
//# sourceMappingURL=claims.js.map
