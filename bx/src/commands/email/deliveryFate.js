// src/commands/email/deliveryFate.ts
import { EMPTY_MAP, entryIn, withEntry } from "../kernel/immutableMap.js";
var UNTOUCHED = {
  attempts: 0,
  at: "waiting",
  delivered: false,
  bounced: null,
  complained: false,
  unsubscribedAtMs: null,
  reports: [],
  kept: 0,
  attemptedAtMs: 0,
  delayedAtMs: null
};
var MAX_REPORTS = 24;
var NO_FATES = { accepted: null, byDelivery: EMPTY_MAP };
function fateOf({ byDelivery }, deliveryId) {
  return entryIn(byDelivery, deliveryId) ?? UNTOUCHED;
}
function withEvent(fates, event) {
  if (event.type === "EmailAccepted") {
    const { id: eventId = "", metadata } = event;
    const { workspace = "", correlation = "" } = metadata ?? {};
    return { ...fates, accepted: { eventId, workspace, correlation, recipients: event.data.recipients } };
  }
  const { deliveryId } = event.data;
  const fate = fateAfter(fateOf(fates, deliveryId), event);
  const isReport = "source" in event.data && event.data.source !== void 0;
  const reports = isReport ? [...fate.reports, event.id ?? ""].slice(-MAX_REPORTS) : fate.reports;
  return { ...fates, byDelivery: withEntry(fates.byDelivery, deliveryId, { ...fate, reports }) };
}
function fateAfter(fate, event) {
  const atMs = event.metadata === void 0 ? null : Date.parse(event.metadata.at);
  switch (event.type) {
    case "SubmissionAttempted":
      return {
        ...fate,
        attempts: event.data.attempt,
        at: "claimed",
        attemptedAtMs: atMs ?? fate.attemptedAtMs
      };
    case "DeliveryDelayed": {
      const delayedAtMs = atMs ?? fate.delayedAtMs;
      const at = fate.at === "submitted" || fate.at === "ended" ? fate.at : "delayed";
      return { ...fate, at, delayedAtMs };
    }
    case "Submitted":
      return { ...fate, at: "submitted" };
    case "Delivered":
      return { ...fate, at: "ended", delivered: true };
    case "Bounced": {
      const bounced = fate.bounced === "Permanent" ? fate.bounced : event.data.bounceType;
      return { ...fate, at: "ended", bounced };
    }
    case "Rejected":
    case "RenderingFailed":
      return { ...fate, at: "ended" };
    case "ReportKept":
      return { ...fate, kept: fate.kept + 1 };
    case "Complained":
      return { ...fate, complained: true };
    case "Unsubscribed":
      return { ...fate, unsubscribedAtMs: atMs ?? 0 };
    case "Resubscribed":
      return { ...fate, unsubscribedAtMs: null };
    case "Opened":
    case "Clicked":
      return fate;
  }
}
export {
  NO_FATES,
  fateOf,
  withEvent
};
//# sourceMappingURL=deliveryFate.js.map
