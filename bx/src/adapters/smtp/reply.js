// src/adapters/smtp/reply.ts
import { withoutAddresses } from "../../mail/bounceTexts.js";
import { classifyBounce, diagnosticOf } from "../../mail/classifyBounce.js";
function routeFault(trouble, text) {
  return { outcome: "unsent", fault: "route", trouble, diagnostic: diagnosticOf(text) };
}
function refusalOutcome(code, reply, stage, peer) {
  const diagnostic = diagnosticOf(reply);
  const greylists = isGreylisting(code, reply);
  if (peer === "receiver") {
    if (!greylists && isBusy(code, reply)) return { outcome: "busy", diagnostic };
  } else {
    const trouble = routeTroubleOf(code, reply, stage);
    if (trouble !== null) return routeFault(trouble, reply);
  }
  if (greylists) return { outcome: "deferred", fault: "greylisting", diagnostic };
  if (code < 500 || code === 503 || requiresTls(reply))
    return { outcome: "deferred", fault: stage === "RCPT TO" ? "recipient" : "message", diagnostic };
  const { bounceType, bounceSubType } = verdict(code, reply, stage);
  const fault = stage === "RCPT TO" || bounceType === "Permanent" ? "recipient" : "message";
  return { outcome: "bounced", fault, bounceType, bounceSubType, diagnostic };
}
var GREYLISTED = /gr[ea]y-?\s?list/i;
var BUSY = /\b4\.3\.[12]\b|too many (connections|messages)|rate.?limit|throttl/i;
function isGreylisting(code, reply) {
  return code >= 400 && code < 500 && GREYLISTED.test(withoutAddresses(reply));
}
function isBusy(code, reply) {
  if (code === 421 || code < 400 || code > 599) return true;
  return code < 500 && BUSY.test(withoutAddresses(reply));
}
function verdict(code, reply, stage) {
  const found = classifyBounce({ code, enhanced: null, text: reply, isOfMessage: stage === "DATA" });
  if (stage !== "MAIL FROM") return found;
  return found.bounceSubType === "MessageTooLarge" || code === 552 ? { bounceType: "Transient", bounceSubType: "MessageTooLarge" } : { bounceType: "Transient", bounceSubType: "General" };
}
var LOGIN_CODES = /* @__PURE__ */ new Set([432, 454, 524, 525, 530, 534, 535, 538]);
var DIALOGUE_CODES = /* @__PURE__ */ new Set([500, 502, 503, 504, 555]);
var TLS_REQUIRED = /\b(start)?tls\b.{0,40}\b(required|first|needed)|\b(must|should) (issue|use) (a |the )?(start)?tls|requires? (start)?tls|encryption (is )?(required|needed)|\b5\.7\.1[01]\b/i;
var LOGIN_REQUIRED = /authenticat\w+ (is )?(required|needed|failed)|not (been )?authenticated|must (be )?authenticate|(please|must) (log ?in|sign in)|log ?in (is )?required|\b5\.7\.57\b|sender.{0,20}not logged in/i;
var RELAYING_REFUSED = /relay(ing)?\b.{0,30}\b(denied|prohibited|disallowed|refused|not (permitted|allowed|possible))|(unable to|not permitted to|not allowed to|cannot|can't|do(es)? not|won't) relay|no relay(ing)?\b|client does not have permission|not allowed to send (mail|as)|\b5\.7\.60\b/i;
var NOT_ACCEPTING = /\b[45]\.3\.2\b|not accepting (network )?messages/i;
var NO_ROOM = /\b4\.3\.0\b|\b[45]\.3\.1\b|insufficient system (storage|resources)/i;
var OF_ITS_OWN = /^(?!.*(\b\d\.\d+\.\d+\b|mailbox|quota|recipients))/is;
function routeTroubleOf(code, reply, stage) {
  if (code < 400 || code > 599) return "protocol";
  if (code === 421) return "connection";
  const words = withoutAddresses(reply);
  if (requiresTls(reply)) return "tls";
  if (LOGIN_CODES.has(code) || LOGIN_REQUIRED.test(words)) return "authentication";
  if (RELAYING_REFUSED.test(words)) return "refused";
  if (DIALOGUE_CODES.has(code)) return "protocol";
  if (code >= 500 && stage !== "MAIL FROM") return null;
  if (NO_ROOM.test(words) || code === 452 && OF_ITS_OWN.test(words)) return "storage";
  return NOT_ACCEPTING.test(words) ? "refused" : null;
}
function requiresTls(reply) {
  return TLS_REQUIRED.test(withoutAddresses(reply));
}
export {
  refusalOutcome,
  requiresTls,
  routeFault,
  routeTroubleOf
};
//# sourceMappingURL=reply.js.map
