// src/commands/email/unsubscribing.ts
var LAG_MS = 1e4;
var MAX_UNDONE = 5;
var UNDO_MS = 36e5;
function mayUndo({ unsubscribedAtMs: since, undone }, nowMs, { deliveryId }, suppression) {
  if (since === null || nowMs - since > UNDO_MS || undone >= MAX_UNDONE) return false;
  if (suppression === null || suppression.unsubscribedFrom === deliveryId) return true;
  return nowMs - since < LAG_MS && suppression.unsubscribedFrom !== null;
}
function isUnsubscribed({ unsubscribedAtMs }, nowMs, isSuppressed) {
  return unsubscribedAtMs !== null && (isSuppressed || nowMs - unsubscribedAtMs < LAG_MS);
}
async function suppressionNow(workspace, { address, deliveryId, sandbox }, suppressionOf) {
  return sandbox ? { unsubscribedFrom: deliveryId } : await suppressionOf(workspace, address);
}
export {
  MAX_UNDONE,
  isUnsubscribed,
  mayUndo,
  suppressionNow
};
//# sourceMappingURL=unsubscribing.js.map
