// src/mail/feedbackReport.ts
import { fieldGroups, fieldOf } from "./headerFields.js";
var KINDS = /* @__PURE__ */ new Map([
  ["abuse", "complaint"],
  ["fraud", "complaint"],
  ["opt-out", "unsubscribe"],
  ["opt-out-list", "unsubscribe"]
]);
function feedbackKind(type) {
  return KINDS.get(type.toLowerCase()) ?? "other";
}
function feedbackReport(content) {
  const fields = new Map(fieldGroups(content).flatMap((group) => [...group]));
  const type = fieldOf(fields, "feedback-type").toLowerCase();
  const named = [...fields.get("original-rcpt-to") ?? [], ...fields.get("removal-recipient") ?? []];
  return {
    type,
    kind: feedbackKind(type),
    addresses: named.map(bareAddress).filter((address) => /^[^@\s]+@[^@\s]+$/.test(address)),
    originalSender: bareAddress(fieldOf(fields, "original-mail-from"))
  };
}
function bareAddress(text) {
  return text.replace(/^\s*[\w-]{1,20};/, "").replace(/[<>\s]/g, "").slice(0, 320);
}
export {
  bareAddress,
  feedbackKind,
  feedbackReport
};
//# sourceMappingURL=feedbackReport.js.map
