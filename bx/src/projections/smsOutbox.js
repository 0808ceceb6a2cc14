// src/projections/smsOutbox.ts
import { dueAt, workIndex, workItem } from "./workIndex.js";
var smsOutbox = (partitions) => workIndex("sms_outbox", 2, partitions, {
  SmsAccepted: (_, event) => workItem(event, partitions, dueAt(event, null)),
  SmsSubmissionAttempted: (document) => document,
  SmsSegmentSent: (document) => document,
  SmsSent: () => null,
  SmsFailed: (document, event) => {
    const { nextAttemptAt } = event.data;
    return document && nextAttemptAt !== null ? { ...document, ...dueAt(event, nextAttemptAt) } : null;
  },
  SmsSegmentDelivered: "ignored",
  SmsDelivered: "ignored",
  SmsPartReceived: "ignored",
  SmsReceived: "ignored"
});
export {
  smsOutbox
};
//# sourceMappingURL=smsOutbox.js.map
