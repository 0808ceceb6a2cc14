// src/dispatcher/kinds.ts
var EMAIL_KINDS = {
  EmailAccepted: null,
  SubmissionAttempted: null,
  Submitted: "submitted",
  Delivered: "delivered",
  DeliveryDelayed: "delivery_delayed",
  Bounced: "bounced",
  Complained: "complained",
  ReportKept: null,
  Rejected: "rejected",
  RenderingFailed: "rendering_failed",
  Opened: "opened",
  Clicked: "clicked",
  Unsubscribed: "unsubscribed",
  Resubscribed: null
};
var SMS_KINDS = {
  SmsAccepted: null,
  SmsSubmissionAttempted: null,
  SmsSegmentSent: null,
  SmsSent: "sms.sent",
  SmsSegmentDelivered: null,
  SmsDelivered: "sms.delivered",
  SmsFailed: "sms.failed",
  SmsPartReceived: null,
  SmsReceived: "sms.received"
};
var EMAIL_PREFIX = "email.";
var KINDS = [
  ...Object.values(EMAIL_KINDS).flatMap((kind) => kind === null ? [] : [kind, EMAIL_PREFIX + kind]),
  ...Object.values(SMS_KINDS).flatMap((kind) => kind ?? [])
];
var REPORTED_TYPES = [
  ...reportedIn(EMAIL_KINDS),
  ...reportedIn(SMS_KINDS)
];
function reportedIn(kinds) {
  return Object.keys(kinds).filter((type) => kinds[type] !== null);
}
function isReportedEmail(event) {
  return event.type in EMAIL_KINDS;
}
function kindOf(event) {
  if (isReportedEmail(event)) {
    if ((event.type === "Opened" || event.type === "Clicked") && event.data.automated) return null;
    const kind = EMAIL_KINDS[event.type];
    if (event.type === "DeliveryDelayed" && event.data.reported === false) return null;
    return event.data.sandbox ? EMAIL_PREFIX + kind : kind;
  }
  if (event.type === "SmsFailed" && event.data.nextAttemptAt !== null) return null;
  return SMS_KINDS[event.type];
}
function subscribes(subscriptions, kind) {
  const bare = kind.startsWith(EMAIL_PREFIX) ? kind.slice(EMAIL_PREFIX.length) : kind;
  const isSms = kind.startsWith("sms.");
  return subscriptions.some(
    (asked) => asked === "*" || asked === bare || !isSms && asked === EMAIL_PREFIX + bare
  );
}
export {
  KINDS,
  REPORTED_TYPES,
  isReportedEmail,
  kindOf,
  subscribes
};
//# sourceMappingURL=kinds.js.map
