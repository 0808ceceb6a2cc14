// src/projections/webhookHealth.ts
import { projection } from "../runtime/fold/projection.js";
var FAST_MS = 250;
var MAX_RECENT = 15;
var webhookHealth = projection({
  name: "webhook_health",
  version: 3,
  indexes: { byFailingSince: ["failingSince"] },
  key: ({ type, data }) => type === "WebhookDelivered" || type === "WebhookAttemptFailed" ? data.endpointId : null,
  on: {
    WebhookDeliveryScheduled: "ignored",
    WebhookDelivered: (before, { data, metadata }) => shown(before, { ...data, reason: null }, metadata),
    WebhookAttemptFailed: (before, { data, metadata }) => shown(before, data, metadata),
    WebhookDeliveryDied: "ignored",
    WebhookDeliveryRequeued: "ignored"
  }
});
function shown(before, attempt, { workspace, at }) {
  const { status, reason, durationMs } = attempt;
  const isAnswered = status !== null;
  return {
    workspace,
    standing: standingBy(attempt) ?? before?.standing ?? null,
    failingSince: reason === null ? null : before?.failingSince ?? at,
    lastStatus: status,
    lastReason: reason,
    lastFailure: reason === null ? before?.lastFailure ?? null : { at, status, reason },
    recent: [...before?.recent ?? [], { endedAt: at, durationMs, isAnswered }].slice(-MAX_RECENT)
  };
}
function standingBy({ status, reason, durationMs }) {
  if (reason === "timeout") return "silent";
  if (status === null) return null;
  return durationMs <= FAST_MS ? "fast" : "slow";
}
function medianAnswerMs({ recent }) {
  const answers = recent.filter(({ isAnswered }) => isAnswered).map(({ durationMs }) => durationMs);
  return answers.sort((a, b) => a - b)[Math.floor(answers.length / 2)] ?? null;
}
function slotsUsed({ recent }, nowMs) {
  const [first] = recent;
  if (first === void 0) return 0;
  const sinceMs = Date.parse(first.endedAt) - first.durationMs;
  const usedMs = recent.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return usedMs / Math.max(1, nowMs - sinceMs);
}
export {
  FAST_MS,
  medianAnswerMs,
  slotsUsed,
  webhookHealth
};
//# sourceMappingURL=webhookHealth.js.map
