// src/sender/email/mailOutcome.ts
import { instant } from "../../ports/clock.js";
import {
  emailDelayMs,
  exhaustedDelayMs,
  greylistedDelayMs,
  unansweredDelayMs,
  withinPatience
} from "../backoff.js";
var REPORT_EVERY_MS = 36e5;
function outcomeEvents(delivery, outcome, sentAs, context) {
  const of = subjectOf(delivery);
  switch (outcome.outcome) {
    case "submitted":
      return [{ type: "Submitted", data: { ...of, ...answerOf(outcome, sentAs) } }];
    case "delivered":
      return [
        { type: "Submitted", data: { ...of, response: null } },
        { type: "Delivered", data: { ...of, ...answerOf(outcome, sentAs) } }
      ];
    case "bounced": {
      const { bounceType, bounceSubType, diagnostic } = outcome;
      return [{ type: "Bounced", data: { ...of, bounceType, bounceSubType, diagnosticCode: diagnostic } }];
    }
    case "deferred":
      if (outcome.fault === "destination") return [restEvent(delivery, outcome, context)];
      if (outcome.fault === "greylisting") return [greylistedEvent(delivery, outcome.diagnostic, context)];
      return [delayEvent(delivery, outcome.diagnostic, emailDelayMs(delivery, context.ids), true, context)];
  }
}
function answerOf({ response, handedOver }, { sender, dkim }) {
  if (handedOver === void 0) return { response };
  return { response, handover: { ...handedOver, sender, dkim: [...dkim] } };
}
function restEvent(delivery, { diagnostic, retryAfterMs }, context) {
  const delayMs = withinPatience(delivery.waitedMs, retryAfterMs);
  return delayEvent(delivery, diagnostic, delayMs, delivery.waitedMs >= REPORT_EVERY_MS, context);
}
function greylistedEvent(delivery, diagnostic, context) {
  const delayMs = greylistedDelayMs(delivery, context.ids);
  const isReportable = delivery.waitedMs >= REPORT_EVERY_MS;
  return delayEvent(delivery, diagnostic, delayMs, isReportable, context, "greylisted");
}
function unrenderedEvent(delivery, { is, reason }, context) {
  let delayMs = null;
  if (is === "busy") delayMs = emailDelayMs(delivery, context.ids);
  if (is === "exhausted") delayMs = exhaustedDelayMs(delivery.exhaustions);
  if (is === "failed" || delayMs === null)
    return { type: "RenderingFailed", data: { ...subjectOf(delivery), reason } };
  return delayEvent(delivery, reason, delayMs, delivery.waitedMs >= REPORT_EVERY_MS, context, is);
}
function unansweredEvent(delivery, context) {
  const delayMs = unansweredDelayMs(delivery, context.ids);
  const isReportable = delivery.waitedMs >= REPORT_EVERY_MS;
  return delayEvent(delivery, "the answer is unknown", delayMs, isReportable, context, "unanswered");
}
function delayEvent(delivery, diagnosticCode, delayMs, isReportable, { nowMs }, cause) {
  const of = subjectOf(delivery);
  if (delayMs === null) {
    const bounce = { bounceType: "Transient", bounceSubType: "General", diagnosticCode };
    return { type: "Bounced", data: { ...of, ...bounce } };
  }
  const { attempts, reportedAtMs } = delivery;
  const reported = isReportable && (reportedAtMs === null || nowMs - reportedAtMs >= REPORT_EVERY_MS);
  const nextAttemptAt = instant(nowMs + delayMs);
  return {
    type: "DeliveryDelayed",
    data: {
      ...{ ...of, attempt: attempts, diagnosticCode, nextAttemptAt, reported },
      ...cause && { cause }
    }
  };
}
var subjectOf = ({ recipient: { deliveryId, address, sandbox } }) => ({
  deliveryId,
  recipient: address,
  sandbox
});
export {
  outcomeEvents,
  restEvent,
  subjectOf,
  unansweredEvent,
  unrenderedEvent
};
//# sourceMappingURL=mailOutcome.js.map
