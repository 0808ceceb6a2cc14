// src/adapters/smtp/failure.ts
import { isIPv4 } from "node:net";
import { diagnosticOf } from "../../mail/classifyBounce.js";
import { LookupFailed } from "./mxLookup.js";
import { refusalOutcome, routeFault, routeTroubleOf } from "./reply.js";
function refusedOutcome(failure, peer) {
  const { code, command, response, responseCode } = failure;
  if (response !== void 0 && isStage(command))
    return refusalOutcome(responseCode ?? 0, response, command, peer);
  const tooLarge = code === "EMESSAGE" && command === "MAIL FROM";
  return {
    outcome: "bounced",
    fault: "message",
    bounceType: "Transient",
    bounceSubType: tooLarge ? "MessageTooLarge" : "General",
    diagnostic: diagnosticOf(failure.message)
  };
}
function sessionFault(failure) {
  return routeFault(troubleOf(failure), failure.response ?? failure.message);
}
function troubleOf(failure) {
  const { code, originalCode, timeoutType, response, responseCode, command } = failure;
  if (code === "EAUTH") return "authentication";
  if (code === "ETLS" || timeoutType === "UPGRADE_TIMEOUT" || isOfTls(originalCode)) return "tls";
  if (response !== void 0 && responseCode !== void 0 && command !== void 0)
    return routeTroubleOf(responseCode, response, "MAIL FROM") ?? "refused";
  return code === "EPROTOCOL" ? "protocol" : "connection";
}
function isOfTls(systemCode = "") {
  return /CERT|TLS|SSL|UNABLE_TO_|HOSTNAME|CRL_/.test(systemCode);
}
function isStage(command) {
  return command === "MAIL FROM" || command === "RCPT TO" || command === "DATA";
}
var LOCAL_CODES = /* @__PURE__ */ new Set(["EMFILE", "ENFILE", "ENOBUFS", "EADDRNOTAVAIL", "EACCES", "EPERM", "ENETDOWN"]);
function unreachableOutcome(failure, hasMx) {
  const { message } = failure;
  if (failure instanceof LookupFailed) {
    if (failure.is === "null MX") return gone("NoEmail", `556 5.1.10 ${message}`);
    if (failure.is === "no host" && !hasMx) return gone("General", `550 5.1.2 ${message}`);
    if (failure.is === "no resolver") return routeFault("connection", message);
    return { outcome: "busy", diagnostic: diagnosticOf(message) };
  }
  const { code = "", address = "" } = failure;
  const isUnconnected = code === "ENETUNREACH" && isIPv4(address);
  if (isUnconnected || LOCAL_CODES.has(code)) return routeFault("connection", message);
  return { outcome: "busy", diagnostic: diagnosticOf(sessionFault(failure).diagnostic) };
}
function gone(bounceSubType, text) {
  const diagnostic = diagnosticOf(text);
  return { outcome: "bounced", fault: "recipient", bounceType: "Permanent", bounceSubType, diagnostic };
}
export {
  refusedOutcome,
  sessionFault,
  unreachableOutcome
};
//# sourceMappingURL=failure.js.map
