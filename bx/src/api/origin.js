// src/api/origin.ts
var NO_CALLER = { workspace: "", keyId: "", scopes: [], suspendedFor: null };
function originOf(request) {
  const { workspace, keyId } = request.caller;
  return { workspace, actor: `key:${keyId}`, correlation: request.id, causation: null };
}
export {
  NO_CALLER,
  originOf
};
//# sourceMappingURL=origin.js.map
