// src/intake/hooks/kumomta.ts
import { feedbackKind } from "../../mail/feedbackReport.js";
import { headerFields } from "../../mail/headerFields.js";
import { returnedMessage } from "../../mail/plainBounce.js";
import { diagnosticLine } from "../mailFindings.js";
import { bareMessageId, listAt, numberAt, textAt, textsAt, valueAt } from "./fields.js";
import { bounceOf } from "./hookReport.js";
var BY_MAIL = /* @__PURE__ */ new Set(["OOB", "Feedback"]);
function kumomtaReports(body) {
  return listAt({ body }, "body").flatMap(reportsOf);
}
function reportsOf(record) {
  const learned = learnedOf(record);
  if (learned === null) return [];
  const timestamp = numberAt(record, "timestamp");
  const feedback = valueAt(record, "feedback_report");
  const original = returnedMessage(headerFields(textAt(feedback, "original_message")));
  const recipients = textsAt(record, "recipient");
  const messageId = Object.entries(valueAt(record, "headers") ?? {}).find(
    ([name]) => /^message-id$/i.test(name)
  )?.[1];
  const ids = [...original.messageIds, ...typeof messageId === "string" ? [bareMessageId(messageId)] : []];
  return [
    {
      learned,
      // For a bounce that came back by mail (OOB) the recipient is the bounce address.
      senders: [
        textAt(record, "sender"),
        ...recipients,
        textAt(feedback, "original_mail_from"),
        ...original.senders
      ].map((address) => address.replace(/[<>]/g, "")),
      messageIds: ids,
      addresses: [
        ...recipients,
        ...textsAt(feedback, "original_rcpt_to").map((one) => one.replace(/[<>]/g, ""))
      ],
      reportId: [textAt(record, "id"), textAt(record, "type"), timestamp ?? ""].join(" "),
      reportedAtMs: timestamp === null ? null : timestamp * 1e3,
      isByMail: BY_MAIL.has(textAt(record, "type"))
    }
  ];
}
function learnedOf(record) {
  const { code, enhanced, text } = responseOf(record);
  const line = [code, enhanced, text].filter((part) => part !== null && part !== "").join(" ");
  switch (textAt(record, "type")) {
    case "Delivery":
      return { is: "delivered", response: diagnosticLine(line) };
    case "TransientFailure":
      return { is: "delayed", diagnosticCode: diagnosticLine(line) };
    case "Bounce":
    case "OOB":
      return bounceOf({ code, enhanced, text }, line);
    case "Expiration":
    case "AdminBounce":
      return bounceOf({ code: 451, enhanced: "4.4.7", text: "" }, line);
    case "Feedback": {
      const kind = feedbackKind(textAt(record, "feedback_report", "feedback_type"));
      if (kind === "other") return null;
      return { is: kind === "complaint" ? "complained" : "unsubscribed" };
    }
    default:
      return null;
  }
}
function responseOf(record) {
  const response = valueAt(record, "response");
  const parts = ["class", "subject", "detail"].map((name) => numberAt(response, "enhanced_code", name));
  return {
    code: numberAt(response, "code"),
    enhanced: parts.includes(null) ? null : parts.join("."),
    text: textAt(response, "content")
  };
}
export {
  kumomtaReports
};
//# sourceMappingURL=kumomta.js.map
