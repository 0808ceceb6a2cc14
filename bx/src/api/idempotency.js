// src/api/idempotency.ts
import { ApiError } from "./errors.js";
var IDEMPOTENCY_KEY_MAX = 255;
function idempotencyKey(request, { required }) {
  const key = sentKey(request);
  if (key === void 0) {
    if (!required) return null;
    throw invalidKey("is missing");
  }
  if (typeof key !== "string" || key.trim() === "") throw invalidKey("is empty");
  if (key.length > IDEMPOTENCY_KEY_MAX && charactersOf(key) > IDEMPOTENCY_KEY_MAX)
    throw invalidKey(`is longer than ${IDEMPOTENCY_KEY_MAX} characters`);
  return key;
}
var charactersOf = (key) => [...Buffer.from(key, "latin1").toString("utf8")].length;
function sentKey({ headers, raw }) {
  const key = headers["idempotency-key"];
  if (typeof key !== "string" || !key.includes(",")) return key;
  const { rawHeaders } = raw;
  const sent = /* @__PURE__ */ new Set();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === "idempotency-key") sent.add(rawHeaders[at + 1] ?? "");
  if (sent.size <= 1) return [...sent][0] ?? key;
  throw invalidKey("was sent twice, with two values");
}
function invalidKey(fault) {
  return new ApiError("invalid_idempotency_key", `The Idempotency-Key header ${fault}.`);
}
export {
  idempotencyKey
};
//# sourceMappingURL=idempotency.js.map
