import type { WebhookDeliveryState } from '../commands/webhook/webhookDeliveryState.ts';
import type { WebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { instant } from '../ports/clock.ts';
import type { PostOutcome } from '../ports/poster.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays between attempts (spec section 6 rule 5): the one at index n follows the failed attempt n + 1. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS];

/** The result of an attempt: the poster's, or why nothing was posted. */
export type AttemptResult =
  | PostOutcome
  | { readonly outcome: 'withheld'; readonly reason: 'address_refused' | 'secret_unreadable' };

/**
 * The events of an attempt that ended at `endedAtMs`: delivered on 2xx; otherwise failed, with the time of the
 * next one, and dead with the seventh. Redirects are answers outside 2xx like any other.
 */
export function attemptEvents(
  delivery: WebhookDeliveryState,
  result: AttemptResult,
  durationMs: number,
  endedAtMs: number,
): readonly WebhookDeliveryEvent[] {
  const { endpointId } = delivery;
  const attempt = delivery.failedAttempts + 1;
  const status = result.outcome === 'answered' ? result.status : null;
  const answer = result.outcome === 'answered' && result.body !== '' ? { answer: result.body } : {};
  if (status !== null && status >= 200 && status < 300)
    return [{ type: 'WebhookDelivered', data: { endpointId, attempt, status, ...answer, durationMs } }];
  const reason = result.outcome === 'answered' ? 'status' : result.reason;
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  const nextAttemptAt = delayMs === undefined ? null : instant(endedAtMs + delayMs);
  const failed: WebhookDeliveryEvent = {
    type: 'WebhookAttemptFailed',
    data: { endpointId, attempt, status, reason, ...answer, durationMs, nextAttemptAt },
  };
  if (nextAttemptAt !== null) return [failed];
  return [failed, { type: 'WebhookDeliveryDied', data: { endpointId, attempts: attempt } }];
}

/** How long deliveries to an endpoint that is off wait for it to be switched on again (decision 0042). */
export const MAX_OFF_MS = 72 * 3_600_000;

/** The end of a delivery whose endpoint stayed off: nothing was posted, so no attempt is recorded. */
export function deathOf({ endpointId, failedAttempts }: WebhookDeliveryState): WebhookDeliveryEvent {
  const data = { endpointId, attempts: failedAttempts, reason: 'endpoint_disabled' };
  return { type: 'WebhookDeliveryDied', data };
}
