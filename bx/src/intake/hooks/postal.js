// src/intake/hooks/postal.ts
import { diagnosticLine } from "../mailFindings.js";
import { bareMessageId, numberAt, textAt, valueAt } from "./fields.js";
import { bounceOf } from "./hookReport.js";
function postalReports(body) {
  const payload = valueAt(body, "payload");
  const message = valueAt(payload, "message") ?? valueAt(payload, "original_message");
  const learned = learnedOf(textAt(body, "event"), payload);
  if (learned === null || message === void 0) return [];
  const timestamp = numberAt(payload, "timestamp") ?? numberAt(body, "timestamp");
  return [
    {
      learned,
      senders: [textAt(message, "from")],
      messageIds: [bareMessageId(textAt(message, "message_id"))],
      addresses: [textAt(message, "to")],
      reportedAtMs: timestamp === null ? null : timestamp * 1e3,
      reportId: textAt(body, "uuid") || `${textAt(message, "token")} ${textAt(body, "event")}`
    }
  ];
}
function learnedOf(event, payload) {
  const text = textAt(payload, "output") || textAt(payload, "details");
  switch (event) {
    case "MessageSent":
      return { is: "delivered", response: diagnosticLine(text) };
    case "MessageDelayed":
      return { is: "delayed", diagnosticCode: diagnosticLine(text) };
    case "MessageDeliveryFailed":
      return bounceOf({ code: null, enhanced: null, text });
    case "MessageBounced": {
      const subject = textAt(payload, "bounce", "subject");
      return {
        is: "bounced",
        bounceType: "Transient",
        bounceSubType: "General",
        diagnosticCode: diagnosticLine(subject)
      };
    }
    default:
      return null;
  }
}
export {
  postalReports
};
//# sourceMappingURL=postal.js.map
