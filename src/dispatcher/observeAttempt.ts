import type { WebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { AttemptResult } from './attemptOutcome.ts';
import type { ScheduledDelivery } from './scheduledDelivery.ts';

const ENDS: Readonly<Record<string, string>> = { WebhookDelivered: 'delivered', WebhookDeliveryDied: 'dead' };

interface Attempted {
  readonly result: AttemptResult;
  readonly durationMs: number;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly events: readonly WebhookDeliveryEvent[];
}

/** Counts an attempt, in the words of its events, and times it. */
export function observeAttempt(
  { metrics, log }: { readonly metrics: Metrics; readonly log: Log },
  deliveryId: string,
  { state: { endpointId, failedAttempts, body }, last }: ScheduledDelivery,
  { result, durationMs, startedAtMs, events }: Attempted,
): void {
  const [first] = events;
  const outcome = first?.type === 'WebhookAttemptFailed' ? first.data.reason : 'delivered';
  metrics.count('postledger_webhook_attempts_total', { outcome });
  metrics.timing('postledger_webhook_attempt_seconds', durationMs);
  // Only for the very first attempt: how old a requeued one is depends on its operator.
  const happenedAtMs = last.revision === 0 ? happenedAt(body) : Number.NaN;
  if (!Number.isNaN(happenedAtMs))
    metrics.timing('postledger_webhook_first_attempt_seconds', Math.max(0, startedAtMs - happenedAtMs));
  for (const { type } of events) {
    const as = ENDS[type];
    if (as !== undefined) metrics.count('postledger_webhook_deliveries_ended_total', { as });
  }
  const detail = result.outcome === 'failed' ? result.detail : undefined;
  const attempt = failedAttempts + 1;
  log.debug({ deliveryId, endpointId, attempt, outcome, detail, durationMs }, 'webhook attempted');
}

/** The time of the event, which the payload has near its start (spec section 2.9); NaN when it does not. */
function happenedAt(body: string): number {
  return Date.parse(/"created_at":"([^"]+)"/.exec(body.slice(0, 256))?.[1] ?? '');
}
