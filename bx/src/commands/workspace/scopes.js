// src/commands/workspace/scopes.ts
var SCOPES = [
  "email:send",
  "analytics:read",
  "contact:read",
  "contact:write",
  "campaign:read",
  "campaign:write",
  "template:read",
  "template:write",
  "sms:send",
  "sms:read",
  "webhook:manage"
];
function isScope(text) {
  return SCOPES.includes(text);
}
export {
  SCOPES,
  isScope
};
//# sourceMappingURL=scopes.js.map
