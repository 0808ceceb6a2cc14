// src/commands/email/deliveryToken.ts
import { base32, bytesOfBase32 } from "../kernel/base32.js";
var UUID_BYTES = 16;
var REF_BYTES = UUID_BYTES + 2;
var MESSAGE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z2-7]+)$/;
function deliveryToken(tokens, use, ref, extra = "") {
  return Buffer.from(tokens.sign(use, payloadOf(ref, extra))).toString("base64url");
}
function deliveryLocalPart(tokens, ref, use = "bounce") {
  return base32(tokens.sign(use, payloadOf(ref, "")));
}
function deliveryOfToken(tokens, use, token) {
  const bytes = Buffer.from(token, "base64url");
  return bytes.toString("base64url") === token ? opened(tokens, use, bytes) : null;
}
function deliveryOfLocalPart(tokens, localPart, use = "bounce") {
  const bytes = bytesOfBase32(localPart.toLowerCase());
  return bytes === null ? null : opened(tokens, use, bytes);
}
function messageLocalPart(tokens, emailId) {
  const signed = Buffer.from(tokens.sign("message", idBytes(emailId)));
  const tag = Buffer.concat([signed.subarray(0, 1), signed.subarray(1 + UUID_BYTES)]);
  return `${emailId}.${base32(tag)}`;
}
function emailIdOfMessage(tokens, localPart) {
  const [, emailId = "", base = ""] = MESSAGE.exec(localPart.toLowerCase()) ?? [];
  const tag = bytesOfBase32(base);
  if (emailId === "" || tag === null) return null;
  const token = Buffer.concat([tag.subarray(0, 1), idBytes(emailId), tag.subarray(1)]);
  return tokens.open("message", token) === null ? null : emailId;
}
var idBytes = (emailId) => Buffer.from(emailId.replaceAll("-", ""), "hex");
function payloadOf({ emailId, recipient }, extra) {
  const place = Buffer.alloc(2);
  place.writeUInt16BE(recipient);
  return Buffer.concat([idBytes(emailId), place, Buffer.from(extra)]);
}
function opened(tokens, use, token) {
  const payload = tokens.open(use, token);
  if (payload === null || payload.length < REF_BYTES) return null;
  const bytes = Buffer.from(payload);
  const hex = bytes.toString("hex", 0, UUID_BYTES);
  return {
    emailId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    recipient: bytes.readUInt16BE(UUID_BYTES),
    extra: bytes.toString("utf8", REF_BYTES)
  };
}
export {
  deliveryLocalPart,
  deliveryOfLocalPart,
  deliveryOfToken,
  deliveryToken,
  emailIdOfMessage,
  messageLocalPart
};
//# sourceMappingURL=deliveryToken.js.map
