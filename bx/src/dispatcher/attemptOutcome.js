// src/dispatcher/attemptOutcome.ts
import { instant } from "../ports/clock.js";
var MINUTE_MS = 6e4;
var HOUR_MS = 60 * MINUTE_MS;
var RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS];
function attemptEvents(delivery, result, durationMs, endedAtMs) {
  const { endpointId } = delivery;
  const attempt = delivery.failedAttempts + 1;
  const status = result.outcome === "answered" ? result.status : null;
  const answer = result.outcome === "answered" && result.body !== "" ? { answer: result.body } : {};
  if (status !== null && status >= 200 && status < 300)
    return [{ type: "WebhookDelivered", data: { endpointId, attempt, status, ...answer, durationMs } }];
  const reason = result.outcome === "answered" ? "status" : result.reason;
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  const nextAttemptAt = delayMs === void 0 ? null : instant(endedAtMs + delayMs);
  const failed = {
    type: "WebhookAttemptFailed",
    data: { endpointId, attempt, status, reason, ...answer, durationMs, nextAttemptAt }
  };
  if (nextAttemptAt !== null) return [failed];
  return [failed, { type: "WebhookDeliveryDied", data: { attempts: attempt } }];
}
var MAX_OFF_MS = 72 * 36e5;
function deathOf({ failedAttempts }) {
  return { type: "WebhookDeliveryDied", data: { attempts: failedAttempts, reason: "endpoint_disabled" } };
}
export {
  MAX_OFF_MS,
  attemptEvents,
  deathOf
};
//# sourceMappingURL=attemptOutcome.js.map
