// src/dispatcher/observeAttempt.ts
var ENDS = { WebhookDelivered: "delivered", WebhookDeliveryDied: "dead" };
function observeAttempt({ metrics, log }, deliveryId, { state: { endpointId, failedAttempts, body }, last }, { result, durationMs, startedAtMs, events }) {
  const [first] = events;
  const outcome = first?.type === "WebhookAttemptFailed" ? first.data.reason : "delivered";
  metrics.count("postledger_webhook_attempts_total", { outcome });
  metrics.timing("postledger_webhook_attempt_seconds", durationMs);
  const happenedAtMs = last.revision === 0 ? happenedAt(body) : Number.NaN;
  if (!Number.isNaN(happenedAtMs))
    metrics.timing("postledger_webhook_first_attempt_seconds", Math.max(0, startedAtMs - happenedAtMs));
  for (const { type } of events) {
    const as = ENDS[type];
    if (as !== void 0) metrics.count("postledger_webhook_deliveries_ended_total", { as });
  }
  const detail = result.outcome === "failed" ? result.detail : void 0;
  const attempt = failedAttempts + 1;
  log.debug({ deliveryId, endpointId, attempt, outcome, detail, durationMs }, "webhook attempted");
}
function happenedAt(body) {
  return Date.parse(/"created_at":"([^"]+)"/.exec(body.slice(0, 256))?.[1] ?? "");
}
export {
  observeAttempt
};
//# sourceMappingURL=observeAttempt.js.map
