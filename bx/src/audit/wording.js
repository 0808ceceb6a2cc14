// src/audit/wording.ts
import { catalogue } from "../events/catalogue.js";
var actorOf = ({ actor, person }) => person === void 0 ? actor : `${actor} ${person}`;
function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
var SENT_AGAIN = "answer unknown, sent again";
var WORDINGS = {
  EmailAccepted: (data) => {
    const sandbox = data.recipients.filter((recipient) => recipient.sandbox).length;
    return sentence([
      `accepted for ${counted(data.recipients.length, "recipient")}`,
      sandbox > 0 && `${sandbox} of them simulated`,
      data.suppressedRecipients.length > 0 && `suppressed: ${data.suppressedRecipients.join(", ")}`,
      data.scheduledFor && `not before ${data.scheduledFor}`,
      `${counted(data.credits, "credit")} charged`
    ]);
  },
  SubmissionAttempted: (data) => `${data.recipient}: attempt ${data.attempt} claimed`,
  Submitted: (data) => sentence([`${data.recipient}: handed over`, data.response, sentAs(data)]),
  Delivered: (data) => sentence([`${data.recipient}: delivered`, data.response, sentAs(data), evidence(data)]),
  DeliveryDelayed: (data) => data.cause === "unanswered" ? sentence([`${data.recipient}: attempt ${data.attempt}: ${SENT_AGAIN}`, next(data)]) : sentence([`${data.recipient}: attempt ${data.attempt} deferred`, data.diagnosticCode, next(data)]),
  Bounced: (data) => sentence([
    `${data.recipient}: bounced, ${data.bounceType} (${data.bounceSubType})`,
    data.diagnosticCode,
    data.bounceType === "Permanent" && "the address is suppressed",
    evidence(data)
  ]),
  Complained: (data) => sentence([`${data.recipient}: complained; the address is suppressed`, evidence(data)]),
  ReportKept: (data) => sentence([
    `${data.recipient}: a report without proof says ${data.says}`,
    data.diagnosticCode,
    evidence(data)
  ]),
  Rejected: (data) => `${data.recipient}: not sent, ${data.reason}`,
  RenderingFailed: (data) => `${data.recipient}: not rendered, ${data.reason}`,
  Opened: (data) => sentence([`${data.recipient}: opened`, by(data)]),
  Clicked: (data) => sentence([`${data.recipient}: clicked ${data.url}`, by(data)]),
  Unsubscribed: (data) => sentence([
    `${data.recipient}: unsubscribed${data.way === void 0 ? "" : WAYS[data.way]}`,
    !data.sandbox && "the address is suppressed",
    evidence(data)
  ]),
  Resubscribed: (data) => `${data.recipient}: took the unsubscription back`,
  SuppressionAdded: ({ address, cause, reason }) => `${address}: suppressed by an operator${cause === void 0 ? "" : " because of this"}: ${reason}`,
  SuppressionRemoved: ({ address, reason }) => sentence([`${address}: sent to again, by an operator`, reason ?? null]),
  SmsAccepted: (data) => `accepted: ${counted(data.segments, "segment")}; ${counted(data.credits, "credit")} charged`,
  SmsSubmissionAttempted: (data) => `attempt ${data.attempt} claimed`,
  SmsSent: (data) => sentence([`attempt ${data.attempt} handed to the carrier`, data.carrierId]),
  SmsSegmentSent: (data) => sentence([`attempt ${data.attempt}: the carrier took a segment`, data.carrierId]),
  SmsSegmentDelivered: (data) => sentence([`segment ${data.carrierId} delivered`, data.detail]),
  SmsDelivered: (data) => sentence(["delivered", data.detail]),
  SmsFailed: (data) => data.unanswered && data.nextAttemptAt !== null ? sentence([`attempt ${data.attempt}: ${SENT_AGAIN}`, next(data)]) : sentence([`attempt ${data.attempt} failed`, data.detail, next(data)]),
  SmsPartReceived: (data) => `part ${data.number} of ${data.of} received`,
  SmsReceived: (data) => `received: ${counted(data.segments, "segment")}`,
  WebhookDeliveryScheduled: () => "is to be posted",
  WebhookAttemptFailed: (data) => sentence([`attempt ${data.attempt} failed: ${data.status ?? data.reason}`, took(data), next(data)]),
  WebhookDelivered: (data) => sentence([`attempt ${data.attempt} answered ${data.status}`, took(data)]),
  WebhookDeliveryDied: ({ attempts, reason }) => `given up after ${counted(attempts, "attempt")}${reason === void 0 ? "" : `: ${reason}`}`,
  WebhookDeliveryRequeued: () => "is to be posted again"
};
function wordingOf({ type, data }) {
  const wordings = WORDINGS;
  return wordings[type]?.(data) ?? meaningOf(type, data);
}
var MAX_FIELD_CHARACTERS = 80;
var NOT_SHOWN = /^(sealed|hash)/;
function meaningOf(type, data) {
  const meaning = catalogue.get(type)?.meaning ?? type;
  const fields = Object.entries(data ?? {}).flatMap(
    ([name, value]) => {
      const isShort = typeof value !== "object" && String(value).length <= MAX_FIELD_CHARACTERS;
      return isShort && !NOT_SHOWN.test(name) ? `${name}: ${value}` : [];
    }
  );
  return sentence([meaning.replace(/\.$/, ""), ...fields]);
}
function next({ nextAttemptAt }) {
  return nextAttemptAt && `next at ${nextAttemptAt}`;
}
var WAYS = {
  page: " on the page",
  "one click": " by one click",
  mail: " by mail",
  report: " by a report"
};
var SHOWN_BY = {
  method: "it asked by HEAD",
  prefetch: "it says that it prefetches",
  agent: "by its user agent"
};
function by(data) {
  const { agent, automated, automatedBy } = data;
  return sentence([
    automated === true && `by a program${automatedBy ? ` (${SHOWN_BY[automatedBy]})` : ""}, not counted`,
    agent !== void 0 && `user agent: ${agent}`
  ]);
}
function sentAs({ handover }) {
  if (handover === void 0) return null;
  const { server, sender, dkim, sha256 } = handover;
  const over = server?.tls == null ? "not encrypted" : server.tls;
  return sentence([
    server !== void 0 && `to ${server.host} [${server.address}], ${over}`,
    `from ${sender}`,
    dkim.length === 0 ? "not signed" : `signed by ${dkim.join(", ")}`,
    `SHA-256 ${sha256}`
  ]);
}
function evidence(data) {
  const { source, proof, reportedAt, about } = data;
  if (source === void 0) return null;
  const how = [source, proof].filter((part) => part !== void 0).join(", ");
  return sentence([
    `reported by ${how}`,
    reportedAt !== void 0 && `dated ${reportedAt}`,
    about !== void 0 && `about ${about}`
  ]);
}
function took({ durationMs }) {
  return `${durationMs} ms`;
}
function sentence(parts) {
  return parts.filter((part) => part !== false && part !== null && part !== "").join("; ");
}
export {
  actorOf,
  counted,
  wordingOf
};
//# sourceMappingURL=wording.js.map
