// src/events/addressEvidence.ts
var NO_EVIDENCE = { refusals: [], deliveries: [] };
var APART_MS = 864e5;
var MAX_KEPT = 16;
function withDated(known, added) {
  if (known.some(({ emailId, atMs }) => emailId === added.emailId && atMs === added.atMs)) return known;
  const newest = [...known, added].sort(
    (one, other) => other.atMs - one.atMs || (one.emailId < other.emailId ? -1 : 1)
  );
  return newest.indexOf(added) < MAX_KEPT ? newest.slice(0, MAX_KEPT) : known;
}
function isRefusedTwice({ refusals, deliveries }) {
  const refused = new Set(refusals.map(({ emailId }) => emailId));
  const arrived = deliveries.filter(({ emailId }) => !refused.has(emailId));
  return refusals.some(
    (first) => refusals.some(
      (second) => first.emailId !== second.emailId && second.atMs - first.atMs >= APART_MS && !arrived.some(({ atMs }) => atMs >= first.atMs && atMs <= second.atMs)
    )
  );
}
export {
  APART_MS,
  NO_EVIDENCE,
  isRefusedTwice,
  withDated
};
//# sourceMappingURL=addressEvidence.js.map
