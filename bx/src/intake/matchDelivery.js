// src/intake/matchDelivery.ts
import { deliveryOfLocalPart, emailIdOfMessage } from "../commands/email/deliveryToken.js";
var TOKEN_LIKE = /^[a-z2-7]{56}$/i;
function localPartOf(address) {
  const at = address.lastIndexOf("@");
  return at < 0 ? address : address.slice(0, at);
}
function isTokenLike(localPart) {
  return TOKEN_LIKE.test(localPart);
}
function deliveryOfAddress(tokens, address, use = "bounce") {
  const localPart = localPartOf(address);
  const ref = isTokenLike(localPart) ? deliveryOfLocalPart(tokens, localPart, use) : null;
  return ref === null ? null : { emailId: ref.emailId, recipient: { place: ref.recipient } };
}
function isSignedAddress(tokens, address) {
  return ["bounce", "unsubscribe"].some((use) => deliveryOfAddress(tokens, address, use) !== null);
}
var MAX_MATCHES = 20;
function matchesByMessageId(tokens, messageIds, addresses) {
  const known = messageIds.map((id) => emailIdOfMessage(tokens, localPartOf(id)));
  return [...new Set(known.filter((emailId) => emailId !== null))].flatMap((emailId) => [
    ...addresses.map((address) => ({ emailId, recipient: { address } })),
    { emailId, recipient: "only" }
  ]).slice(0, MAX_MATCHES);
}
export {
  deliveryOfAddress,
  isSignedAddress,
  isTokenLike,
  localPartOf,
  matchesByMessageId
};
//# sourceMappingURL=matchDelivery.js.map
