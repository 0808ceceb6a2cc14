// src/webhooks/verifyWebhook.ts
import { createHmac, timingSafeEqual } from "node:crypto";
var WebhookRefused = class extends Error {
  name = "WebhookRefused";
  reason;
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
};
var TOLERANCE_SECONDS = 300;
function verifyWebhook(rawBody, headers, secret, { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now } = {}) {
  const body = bytesOf(rawBody);
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (!Array.isArray(secrets) || secrets.length === 0 || !secrets.every((one) => typeof one === "string" && one))
    throw new TypeError("secret must be the signing secret of the endpoint, or a list of such");
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0)
    throw new TypeError("toleranceSeconds must be a number of seconds, 0 or more");
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signature = headerOf(headers, "webhook-signature");
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookRefused("header", "The header webhook-timestamp is no number of seconds.");
  if (!/^v1=[0-9a-f]{64}$/.test(signature))
    throw new WebhookRefused("header", "The header webhook-signature is not v1= and 64 hexadecimal digits.");
  const given = Buffer.from(signature.slice(3), "hex");
  const isSigned = secrets.map((one) => createHmac("sha256", one).update(`${id}.${timestamp}.`).update(body).digest()).map((expected) => timingSafeEqual(expected, given)).includes(true);
  if (!isSigned)
    throw new WebhookRefused("signature", "The signature was made with another secret or over another body.");
  const awaySeconds = Math.abs(nowMs() / 1e3 - Number(timestamp));
  if (Number.isNaN(awaySeconds)) throw new TypeError("nowMs must give a number of milliseconds since 1970");
  if (awaySeconds > toleranceSeconds)
    throw new WebhookRefused("timestamp", `The timestamp is more than ${toleranceSeconds} seconds from now.`);
  return eventIn(body);
}
function bytesOf(rawBody) {
  if (typeof rawBody === "string") return Buffer.from(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw new TypeError("rawBody must be the bytes of the request as they came, before any parser");
}
function headerOf(headers, name) {
  const { get } = headers;
  const values = typeof get === "function" ? [get.call(headers, name)] : Object.entries(headers).filter(([written]) => written.toLowerCase() === name).flatMap(([, value2]) => value2);
  const found = values.filter((value2) => typeof value2 === "string" && value2 !== "");
  const [value] = found;
  if (typeof value !== "string") throw new WebhookRefused("header", `The header ${name} is missing.`);
  if (found.length > 1) throw new WebhookRefused("header", `The header ${name} is there more than once.`);
  return value;
}
function eventIn(body) {
  const refused = new WebhookRefused("body", "The body is signed, and is no JSON object.");
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (typeof event === "object" && event !== null && !Array.isArray(event)) return event;
  } catch {
    throw refused;
  }
  throw refused;
}
export {
  WebhookRefused,
  verifyWebhook
};
//# sourceMappingURL=verifyWebhook.js.map
