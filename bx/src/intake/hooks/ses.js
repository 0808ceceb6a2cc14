// src/intake/hooks/ses.ts
import { classifyBounce } from "../../mail/classifyBounce.js";
import { feedbackKind } from "../../mail/feedbackReport.js";
import { diagnosticLine } from "../mailFindings.js";
import { bareMessageId, listAt, textAt, textsAt } from "./fields.js";
var SUB_TYPES = {
  General: "General",
  NoEmail: "NoEmail",
  Suppressed: "Suppressed",
  OnAccountSuppressionList: "Suppressed",
  MailboxFull: "MailboxFull",
  MessageTooLarge: "MessageTooLarge",
  ContentRejected: "ContentRejected",
  AttachmentRejected: "AttachmentRejected"
};
function sesReports(event, messageId) {
  const about = {
    senders: [textAt(event, "mail", "source")],
    messageIds: messageIdsOf(event),
    reportId: messageId,
    reportedAtMs: REPORTS.map((name) => Date.parse(textAt(event, name, "timestamp"))).find((ms) => ms > 0) ?? null
  };
  return learnedOf(event).map(([address, learned]) => ({ ...about, addresses: [address], learned }));
}
var REPORTS = ["bounce", "complaint", "delivery", "deliveryDelay"];
function messageIdsOf(event) {
  const headers = listAt(event, "mail", "headers");
  const own = headers.filter((header) => /^message-id$/i.test(textAt(header, "name")));
  return [textAt(event, "mail", "commonHeaders", "messageId"), ...own.map((one) => textAt(one, "value"))].map(bareMessageId).filter((id) => id !== "");
}
function learnedOf(event) {
  switch (textAt(event, "eventType") || textAt(event, "notificationType")) {
    case "Bounce": {
      const [type, subType] = [
        textAt(event, "bounce", "bounceType"),
        textAt(event, "bounce", "bounceSubType")
      ];
      return recipientsAt(event, ["bounce", "bouncedRecipients"], (one) => bounced(type, subType, one));
    }
    case "Complaint":
      return complained(event);
    case "Delivery": {
      const response = diagnosticLine(textAt(event, "delivery", "smtpResponse"));
      return textsAt(event, "delivery", "recipients").map((one) => [one, { is: "delivered", response }]);
    }
    case "DeliveryDelay":
      return recipientsAt(event, ["deliveryDelay", "delayedRecipients"], (one) => ({
        is: "delayed",
        diagnosticCode: diagnosticLine(textAt(one, "diagnosticCode"))
      }));
    case "Reject": {
      const diagnosticCode = diagnosticLine(textAt(event, "reject", "reason"));
      const refused = { bounceType: "Transient", bounceSubType: "ContentRejected", diagnosticCode };
      return textsAt(event, "mail", "destination").map((one) => [one, { is: "bounced", ...refused }]);
    }
    default:
      return [];
  }
}
function recipientsAt(event, path, learned) {
  return listAt(event, ...path).map((one) => [textAt(one, "emailAddress"), learned(one)]);
}
function bounced(type, subType, recipient) {
  const text = textAt(recipient, "diagnosticCode");
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(textAt(recipient, "status"))?.[0] ?? null;
  const own = classifyBounce({ code: null, enhanced: status, text });
  const isPolicy = /\b[45]\.7\.\d/.test(`${status} ${text}`);
  const reported = SUB_TYPES[subType] ?? "General";
  const diagnosticCode = diagnosticLine(text) ?? status;
  if (isPolicy || type === "Undetermined" || type === "") return { is: "bounced", ...own, diagnosticCode };
  const bounceType = type === "Permanent" ? "Permanent" : "Transient";
  const bounceSubType = reported === "General" && own.bounceType === bounceType ? own.bounceSubType : reported;
  return { is: "bounced", bounceType, bounceSubType, diagnosticCode };
}
var NOT_SENT = {
  is: "bounced",
  bounceType: "Permanent",
  bounceSubType: "Suppressed",
  diagnosticCode: null
};
function complained(event) {
  const recipients = ["complaint", "complainedRecipients"];
  if (textAt(event, "complaint", "complaintSubType") === "OnAccountSuppressionList")
    return recipientsAt(event, recipients, () => NOT_SENT);
  const feedback = textAt(event, "complaint", "complaintFeedbackType");
  const kind = feedback === "" ? "complaint" : feedbackKind(feedback);
  if (kind === "other") return [];
  const learned = kind === "complaint" ? { is: "complained" } : { is: "unsubscribed" };
  return recipientsAt(event, recipients, () => learned);
}
export {
  sesReports
};
//# sourceMappingURL=ses.js.map
