// src/dispatcher/sign.ts
import { createHmac } from "node:crypto";
function signature(secret, id, timestampS, body) {
  return `v1=${createHmac("sha256", secret).update(`${id}.${timestampS}.${body}`).digest("hex")}`;
}
function signedHeaders(secret, id, nowMs, body) {
  const timestampS = Math.floor(nowMs / 1e3);
  return {
    "content-type": "application/json",
    "user-agent": "Postledger-Webhooks/1.0",
    "webhook-id": id,
    "webhook-timestamp": String(timestampS),
    "webhook-signature": signature(secret, id, timestampS, body)
  };
}
export {
  signature,
  signedHeaders
};
//# sourceMappingURL=sign.js.map
