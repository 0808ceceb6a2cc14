// src/commands/workspace/apiKeySecret.ts
import { hash } from "node:crypto";
import { uuid5 } from "../../events/uuid5.js";
var API_KEY = /^pl_[A-Za-z0-9_-]{43}$/;
function newApiKeySecret(ids) {
  return `pl_${ids.randomBytes(32).toString("base64url")}`;
}
function isApiKeySecret(text) {
  return API_KEY.test(text);
}
function apiKeyHash(secret) {
  return hash("sha256", secret, "hex");
}
function apiKeyIdOf(hash2) {
  return uuid5("api-key", hash2);
}
export {
  apiKeyHash,
  apiKeyIdOf,
  isApiKeySecret,
  newApiKeySecret
};
//# sourceMappingURL=apiKeySecret.js.map
