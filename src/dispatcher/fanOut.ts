import { appendOnce } from '../commands/kernel/appendOnce.ts';
import { type Ledger, newEvent } from '../commands/kernel/ledger.ts';
import { evolveDelivery } from '../commands/webhook/webhookDeliveryState.ts';
import type { WebhookEndpoint } from '../commands/webhook/webhookEndpoints.ts';
import { streamId } from '../events/category.ts';
import type { RecordedEvent } from '../events/event.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../events/webhookDelivery.ts';
import type { Policy } from '../follow/policy/policyConsumer.ts';
import { AppendTooLarge } from '../ports/eventStore.ts';
import type { Ports } from '../ports/ports.ts';
import { endpointsActiveAt } from './endpoints.ts';
import { kindOf, REPORTED_TYPES, type ReportedEvent, subscribes } from './kinds.ts';
import { partiesOf, payloadBody } from './payload.ts';
import type { NewDelivery } from './scheduledDelivery.ts';

export interface FanOutDependencies extends Pick<Ports, 'metrics' | 'log'> {
  readonly ledger: Ledger;
  /** Called with each delivery that was scheduled here, once that is on disk; the reaction awaits the result. */
  readonly handOver?: (delivery: NewDelivery) => Promise<void> | null;
}

/**
 * The policy that turns an event into one delivery for every endpoint that was active and subscribed when it
 * happened. A delivery's stream is named by event and endpoint, so running it twice adds nothing.
 */
export function webhookFanOut(context: FanOutDependencies): Policy {
  return {
    name: 'webhook_fan_out',
    types: REPORTED_TYPES,
    partitionKey: ({ stream }) => stream,
    turnOf: ({ metadata }) => metadata.workspace,
    async react(event: RecordedEvent) {
      const { workspace } = event.metadata;
      const reported = event as ReportedEvent;
      const kind = kindOf(reported);
      if (kind === null) return;
      const active = await endpointsActiveAt(context.ledger, workspace, event.position);
      const endpoints = active.filter(({ events }) => subscribes(events, kind));
      if (endpoints.length === 0) return;
      const body = payloadBody(reported, kind, await partiesOf(context.ledger.store, reported));
      await Promise.all(endpoints.map((endpoint) => schedule(context, reported, endpoint, kind, body)));
    },
  };
}

async function schedule(
  { ledger, metrics, log, handOver }: FanOutDependencies,
  event: ReportedEvent,
  { endpointId }: WebhookEndpoint,
  kind: string,
  body: string,
): Promise<void> {
  const deliveryId = webhookDeliveryIdOf(event.id, endpointId);
  const { workspace, correlation } = event.metadata;
  // The stream's name keeps a second run from scheduling it twice. The event's id is this run's own, so that a second
  // run meets a conflict: under the same id the log would answer as if it had just been written, and it be posted again.
  const scheduled = {
    type: 'WebhookDeliveryScheduled' as const,
    data: { endpointId, eventId: event.id, kind, body, subjectId: streamId(event.stream) },
  };
  const origin = { workspace, actor: 'dispatcher', correlation, causation: event.id };
  try {
    const stream = webhookDelivery.stream(deliveryId);
    const { isNew, first } = await appendOnce(ledger.store, stream, newEvent(ledger, origin, scheduled));
    // Another run scheduled it before, or a crash has left it: the index has it.
    if (!isNew) return;
    metrics.count('postledger_webhook_deliveries_scheduled_total');
    const state = evolveDelivery(null, scheduled);
    if (state !== null) await handOver?.({ deliveryId, scheduled: { state, last: first } });
  } catch (error) {
    if (!(error instanceof AppendTooLarge)) throw error;
    // An event of nearly a mebibyte does not fit once more with JSON around it. Waiting would delay all others.
    metrics.count('postledger_webhook_deliveries_oversized_total');
    log.error({ event: event.id, stream: event.stream }, 'event too large to be posted, webhook left out');
  }
}
