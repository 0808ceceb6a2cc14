// src/projections/messages.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
import {
  addressesOf,
  emailOf,
  entryOf,
  smsOf,
  tagsOf
} from "./messageDocuments.js";
import { laterStatus, statusOfAll } from "./messageStatus.js";
var messages = projection({
  name: "messages",
  version: 4,
  indexes: {
    byCreation: ["workspace", "createdAt"],
    byStatus: ["workspace", "status", "createdAt"],
    byCampaign: ["workspace", "campaignId", "createdAt"],
    byTemplate: ["workspace", "templateId", "createdAt"],
    byRecipient: ["recipient", "createdAt"],
    byTag: ["tag", "createdAt"]
  },
  keys(event) {
    const id = streamId(event.stream);
    if (event.type === "EmailAccepted")
      return [id, ...further(id, "to", addressesOf(event.data)), ...further(id, "tag", tagsOf(event.data))];
    return event.type === "SmsAccepted" ? [id, ...further(id, "tag", tagsOf(event.data))] : [id];
  },
  on: {
    EmailAccepted: (document, event, key) => document ?? (isEntry(key) ? entryOf(event, key, addressesOf(event.data)) : emailOf(event)),
    SubmissionAttempted: forRecipient("processing"),
    Submitted: forRecipient("submitted"),
    Delivered: forRecipient("delivered"),
    DeliveryDelayed: (document, event) => event.data.nextAttemptAt === null ? document : forRecipient("delivery_delayed")(document, event),
    Bounced: (document, { data }) => withStatus(document, "bounced", data.deliveryId, data.bounceSubType),
    Complained: forRecipient("complained"),
    Rejected: forRecipient("rejected"),
    RenderingFailed: forRecipient("rendering_failed"),
    ReportKept: "ignored",
    Opened: sawIt("opened"),
    Clicked: sawIt("clicked"),
    Unsubscribed: "ignored",
    Resubscribed: "ignored",
    SmsAccepted: (document, event, key) => {
      if (document !== null) return document;
      if (isEntry(key)) return entryOf(event, key, []);
      const { templateId, credits } = event.data;
      return { ...smsOf(event, "outbound", tagsOf(event.data)), templateId, credits };
    },
    SmsSubmissionAttempted: (document) => withStatus(document, "processing"),
    SmsSent: (document) => withStatus(document, "sent"),
    SmsDelivered: (document) => withStatus(document, "delivered"),
    SmsFailed: (document, { data: { nextAttemptAt } }) => withStatus(document, nextAttemptAt === null ? "failed" : "delivery_delayed"),
    SmsReceived: (document, event) => document ?? smsOf(event, "inbound", []),
    SmsSegmentSent: "ignored",
    SmsSegmentDelivered: "ignored",
    SmsPartReceived: "ignored"
  }
});
var isEntry = (key) => key.includes("/");
var further = (id, kind, values) => values.slice(1).map((_, at) => `${id}/${kind}/${at + 1}`);
function forRecipient(status) {
  return (document, { data: { deliveryId } }) => withStatus(document, status, deliveryId);
}
function sawIt(what) {
  return (document, { data }) => data.automated || data.repeated ? document : withRecipient(
    document,
    data.deliveryId,
    (recipient) => recipient[what] ? recipient : { ...recipient, [what]: true }
  );
}
function withStatus(document, next, deliveryId = null, bounceSubType = null) {
  return withRecipient(document, deliveryId, (recipient) => {
    const status = laterStatus(recipient.status, next);
    if (status === recipient.status) return recipient;
    return { ...recipient, status, ...bounceSubType !== null && { bounceSubType } };
  });
}
function withRecipient(document, deliveryId, changed) {
  if (document === null || "messageId" in document) return document;
  const recipients = document.recipients.map(
    (recipient) => recipient.deliveryId === deliveryId ? changed(recipient) : recipient
  );
  return recipients.some((recipient, at) => recipient !== document.recipients[at]) ? { ...document, recipients, status: statusOfAll(recipients.map(({ status }) => status)) } : document;
}
export {
  messages
};
//# sourceMappingURL=messages.js.map
