// src/dispatcher/payload.ts
import { firstEventOf } from "../commands/kernel/appendOnce.js";
import { streamId } from "../events/category.js";
import {
  isReportedEmail
} from "./kinds.js";
async function partiesOf(store, event) {
  if (isReportedEmail(event) || event.type === "SmsReceived") return null;
  return (await firstEventOf(store, event.stream, "SmsAccepted"))?.data ?? null;
}
function payloadBody(event, kind, parties) {
  const data = isReportedEmail(event) ? emailData(event) : smsData(event, parties);
  return JSON.stringify({ id: event.id, type: kind, created_at: event.metadata.at, data });
}
function emailData(event) {
  const { deliveryId, recipient } = event.data;
  const common = { email_id: streamId(event.stream), delivery_id: deliveryId, recipient };
  switch (event.type) {
    case "Bounced": {
      const { bounceType, bounceSubType, diagnosticCode } = event.data;
      return {
        ...common,
        bounce_type: bounceType,
        bounce_sub_type: bounceSubType,
        ...diagnosticCode !== null && { diagnostic_code: diagnosticCode }
      };
    }
    case "Clicked":
      return { ...common, url: event.data.url };
    case "Submitted":
    case "Delivered":
    case "DeliveryDelayed":
    case "Complained":
    case "Rejected":
    case "RenderingFailed":
    case "Opened":
    case "Unsubscribed":
      return common;
  }
}
function smsData(event, parties) {
  const common = { sms_id: streamId(event.stream), from: parties?.from ?? null, to: parties?.to ?? null };
  switch (event.type) {
    case "SmsReceived":
      return { ...common, from: event.data.from, to: event.data.to, body: event.data.text };
    case "SmsFailed":
      return { ...common, ...event.data.detail !== null && { diagnostic_code: event.data.detail } };
    case "SmsSent":
    case "SmsDelivered":
      return common;
  }
}
export {
  partiesOf,
  payloadBody
};
//# sourceMappingURL=payload.js.map
