import { foldStream } from '../commands/decider.ts';
import type { Ledger } from '../commands/ledger.ts';
import { entryIn } from '../commands/sharedMap.ts';
import { evolveDelivery, type WebhookDeliveryState } from '../commands/webhookDeliveryState.ts';
import { type WebhookEndpoint, webhookEndpointsDecider } from '../commands/webhookEndpoints.ts';
import { webhookUrlFault } from '../commands/webhookUrl.ts';
import type { RecordedEvent } from '../events/event.ts';
import { webhookDelivery } from '../events/webhookDelivery.ts';
import { webhooks } from '../events/webhooks.ts';
import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Poster } from '../ports/poster.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { WebhookWorkDocument } from '../projections/webhookWork.ts';
import { foldedStream } from '../runtime/foldedStream.ts';
import type { Worker, WorkResult } from '../runtime/worker.ts';
import { type AttemptResult, attemptEvents } from './attemptOutcome.ts';
import { recordAttempt } from './recordAttempt.ts';
import { signedHeaders } from './sign.ts';

/** For the whole of an attempt (spec section 6 rule 4). */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** Attempts under way at once, over all endpoints and to one: a slow one leaves room for the others. */
const MAX_ATTEMPTS_IN_FLIGHT = 256;
const MAX_ATTEMPTS_IN_FLIGHT_PER_ENDPOINT = 8;

/** When to look again at what could not be begun. */
const LATER_MS = 1_000;

export interface DeliveryWorkerContext {
  readonly ledger: Ledger;
  readonly secrets: Secrets;
  readonly poster: Poster;
  readonly collection: Collection<WebhookWorkDocument>;
  readonly metrics: Metrics;
  readonly log: Log;
}

/**
 * Posts what is due and records what came of it. Two runs of one item may post twice (receivers know the id), but
 * only one outcome is recorded, since each is appended at the revision that its run began with.
 */
export function webhookDeliveryWorker(context: DeliveryWorkerContext): Worker<WebhookWorkDocument> {
  return {
    name: 'webhook_deliveries',
    collection: context.collection,
    maxInFlight: MAX_ATTEMPTS_IN_FLIGHT,
    maxInFlightPerLane: MAX_ATTEMPTS_IN_FLIGHT_PER_ENDPOINT,
    run: (deliveryId, work, signal) => attempt(context, deliveryId, work, signal),
  };
}

async function attempt(
  context: DeliveryWorkerContext,
  deliveryId: string,
  { workspace }: WebhookWorkDocument,
  signal: AbortSignal,
): Promise<WorkResult> {
  const { ledger } = context;
  const stream = webhookDelivery.stream(deliveryId);
  const [recorded, endpoints] = await Promise.all([
    ledger.store.readStream(stream),
    foldedStream(ledger.store, webhooks.stream(workspace), webhookEndpointsDecider),
  ]);
  const delivery = foldStream({ initial: null, evolve: evolveDelivery }, recorded);
  const last = recorded.at(-1);
  if (last === undefined || delivery === null) return { retryAfterMs: LATER_MS };
  // Somebody else has brought it to its end, or set its next time; the index will tell when it has caught up.
  if (delivery.status !== 'pending' || isTooEarly(last, ledger.clock.nowMs()))
    return { position: last.position };
  if (signal.aborted) return { retryAfterMs: LATER_MS };

  const endpoint = entryIn(endpoints.state.all, delivery.endpointId);
  const startedAtMs = ledger.clock.nowMs();
  const result = await attemptOn(context, endpoint, delivery, startedAtMs);
  if (result.outcome === 'failed' && result.reason === 'aborted') return { retryAfterMs: LATER_MS };
  const endedAtMs = ledger.clock.nowMs();
  const durationMs = Math.max(0, Math.round(endedAtMs - startedAtMs));
  const events = attemptEvents(delivery, result, durationMs, endedAtMs);
  observe(context, deliveryId, delivery, result, durationMs, events);
  return recordAttempt(ledger, last, events, endedAtMs, signal);
}

function isTooEarly(last: RecordedEvent, nowMs: number): boolean {
  const { nextAttemptAt } = last.data as { nextAttemptAt?: string | null };
  return typeof nextAttemptAt === 'string' && Date.parse(nextAttemptAt) > nowMs;
}

/**
 * One attempt at where the endpoint is now. While it is switched off nothing is posted, but its attempts pass as
 * failed ones: what waits goes on when it is switched on again in time, and dies by the schedule otherwise.
 */
async function attemptOn(
  { secrets, poster }: DeliveryWorkerContext,
  endpoint: WebhookEndpoint | undefined,
  { eventId, body }: WebhookDeliveryState,
  nowMs: number,
): Promise<AttemptResult> {
  if (endpoint?.status !== 'ACTIVE') return { outcome: 'withheld', reason: 'endpoint_disabled' };
  const { url, sealedSecret, endpointId } = endpoint;
  // The poster asks the guard for the very address it connects to; here only what needs no look-up.
  if (webhookUrlFault(url) !== null) return { outcome: 'withheld', reason: 'address_refused' };
  const secret = opened(secrets, sealedSecret, endpointId);
  // It counts like any failure, or it would be tried for ever: the master key may come back before the seventh attempt.
  if (secret === null) return { outcome: 'withheld', reason: 'secret_unreadable' };
  const headers = signedHeaders(secret, eventId, nowMs, body);
  return poster.post({ url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS });
}

/** The signing secret, null when its seal does not open. */
function opened(secrets: Secrets, sealed: string, endpointId: string): string | null {
  try {
    return secrets.open(sealed, endpointId);
  } catch {
    return null;
  }
}

function observe(
  { metrics, log }: DeliveryWorkerContext,
  deliveryId: string,
  { endpointId, failedAttempts }: WebhookDeliveryState,
  result: AttemptResult,
  durationMs: number,
  events: ReturnType<typeof attemptEvents>,
): void {
  const [first] = events;
  // The same words as in the event.
  const outcome = first?.type === 'WebhookAttemptFailed' ? first.data.reason : 'delivered';
  metrics.count('postledger_webhook_attempts_total', { outcome });
  metrics.timing('postledger_webhook_attempt_ms', durationMs);
  for (const { type } of events) {
    if (type === 'WebhookDelivered')
      metrics.count('postledger_webhook_deliveries_ended_total', { as: 'delivered' });
    if (type === 'WebhookDeliveryDied')
      metrics.count('postledger_webhook_deliveries_ended_total', { as: 'dead' });
  }
  const detail = result.outcome === 'failed' ? result.detail : undefined;
  const attempt = failedAttempts + 1;
  log.debug({ deliveryId, endpointId, attempt, outcome, detail, durationMs }, 'webhook attempted');
}
