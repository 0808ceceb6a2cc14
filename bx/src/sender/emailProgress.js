// src/sender/emailProgress.ts
import { BEGINNING } from "../events/event.js";
function noProgress() {
  return { accepted: null, revision: -1, position: BEGINNING, deliveries: /* @__PURE__ */ new Map() };
}
var UNTRIED = {
  state: { at: "waiting" },
  attempts: 0,
  delays: 0,
  waitedMs: 0,
  exhaustions: 0,
  unanswered: 0,
  greylistings: 0,
  reportedAtMs: null
};
function advance(progress, event) {
  const { deliveries } = progress;
  const moved = { ...progress, revision: event.revision, position: event.position };
  if (event.type === "EmailAccepted") {
    for (const recipient of event.data.recipients)
      deliveries.set(recipient.deliveryId, { ...UNTRIED, recipient });
    const { workspace, correlation, at } = event.metadata;
    const accepted = {
      data: event.data,
      eventId: event.id,
      workspace,
      correlation,
      atMs: Date.parse(at),
      position: event.position
    };
    return { ...moved, accepted };
  }
  const before = deliveries.get(event.data.deliveryId);
  const after = before === void 0 ? void 0 : nextDelivery(before, event);
  if (after !== void 0) deliveries.set(event.data.deliveryId, after);
  return moved;
}
function nextDelivery(delivery, event) {
  if (delivery.state.at === "ended") return delivery;
  switch (event.type) {
    case "SubmissionAttempted": {
      const state = { at: "claimed", claimId: event.id, sinceMs: Date.parse(event.metadata.at) };
      return { ...delivery, state, attempts: event.data.attempt };
    }
    case "DeliveryDelayed": {
      const { nextAttemptAt, reported = true, cause } = event.data;
      const atMs = Date.parse(event.metadata.at);
      const untilMs = nextAttemptAt === null ? atMs : Date.parse(nextAttemptAt);
      return {
        ...delivery,
        state: { at: "delayed", untilMs },
        delays: delivery.delays + 1,
        waitedMs: delivery.waitedMs + Math.max(0, untilMs - atMs),
        exhaustions: delivery.exhaustions + (cause === "exhausted" ? 1 : 0),
        unanswered: delivery.unanswered + (cause === "unanswered" ? 1 : 0),
        greylistings: delivery.greylistings + (cause === "greylisted" ? 1 : 0),
        reportedAtMs: reported ? atMs : delivery.reportedAtMs
      };
    }
    case "Submitted":
    case "Delivered":
    case "Bounced":
    case "Rejected":
    case "RenderingFailed":
      return { ...delivery, state: { at: "ended" } };
    case "Complained":
    case "ReportKept":
    case "Opened":
    case "Clicked":
    case "Unsubscribed":
    case "Resubscribed":
      return delivery;
  }
}
function withoutReleased(delivery, isReleased) {
  const { state, attempts } = delivery;
  return state.at === "claimed" && isReleased(state.claimId) ? { ...delivery, attempts: attempts - 1 } : delivery;
}
function turnOf({ state }, nowMs, rule, isReleased) {
  if (state.at === "ended") return { may: "rest" };
  const waitTo = (untilMs, then) => untilMs <= nowMs ? { may: then } : { may: "wait", ms: untilMs - nowMs };
  if (state.at === "delayed") return waitTo(state.untilMs, "take");
  if (state.at === "waiting" || isReleased(state.claimId)) return { may: "take" };
  const isLeft = rule.soleSinceMs !== null && (state.sinceMs < rule.soleSinceMs || state.sinceMs > nowMs);
  return waitTo(isLeft ? nowMs : state.sinceMs + rule.claimTimeoutMs, "put off");
}
export {
  advance,
  noProgress,
  turnOf,
  withoutReleased
};
//# sourceMappingURL=emailProgress.js.map
