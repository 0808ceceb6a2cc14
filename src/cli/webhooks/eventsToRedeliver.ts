import { positionsOf } from '../../audit/sealSearch.ts';
import type { EventToRedeliver } from '../../commands/webhook/redeliverEvent.ts';
import type { WebhookEndpoint } from '../../commands/webhook/webhookEndpoints.ts';
import { kindOf, REPORTED_TYPES, type ReportedEvent, subscribes } from '../../dispatcher/kinds.ts';
import { partiesOf, payloadBody } from '../../dispatcher/payload.ts';
import { streamId } from '../../events/category.ts';
import { webhookDelivery } from '../../events/webhookDelivery.ts';
import type { PageCursor } from '../../ports/documents.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { pageWebhookDeliveries } from '../../projections/webhookDeliveries.ts';
import { logPages } from '../../rebuild/logPages.ts';
import type { LedgerCall } from '../cli.ts';

/** What an endpoint is to get again: the events of a time range, both ends inclusive, ISO 8601. */
export interface RedeliveryRange {
  readonly workspace: string;
  readonly endpoint: WebhookEndpoint;
  readonly since: string;
  readonly until: string;
}

/** Documents or events read at once. */
const PAGE = 500;

type Page = { readonly read: number; readonly events: readonly EventToRedeliver[] };

/**
 * Events whose deliveries are dead, oldest first: those to the endpoint itself, and, where it subscribes to them, those
 * to other endpoints of the workspace, which it may replace.
 */
export async function* deadEvents(
  { ledger, readModel }: Pick<LedgerCall, 'ledger' | 'readModel'>,
  { workspace, endpoint, since, until }: RedeliveryRange,
): AsyncIterable<Page> {
  const filter = { workspace, status: 'dead', since, until } as const;
  const deliveries = await readModel('webhookDeliveries');
  for (let after: PageCursor | undefined; ; ) {
    const { page, next } = await pageWebhookDeliveries(deliveries, filter, PAGE, after, false);
    const own = page.filter(
      ({ document: { endpointId, kind } }) =>
        endpointId === endpoint.endpointId || subscribes(endpoint.events, kind),
    );
    const found = await Promise.all(own.map(({ key }) => eventOf(ledger.store, key, workspace)));
    const events = found.filter((event) => event !== null);
    yield {
      read: page.length,
      events: events.map((event) => ({ ...event, endpointId: endpoint.endpointId })),
    };
    if (next === null) return;
    after = next;
  }
}

/** The event of a delivery; null when the workspace has no such delivery. */
export async function eventOf(
  store: EventStore,
  deliveryId: string,
  workspace: string,
): Promise<EventToRedeliver | null> {
  const [scheduled] = await webhookDelivery.read(store, deliveryId, { limit: 1 });
  if (scheduled?.type !== 'WebhookDeliveryScheduled' || scheduled.metadata.workspace !== workspace)
    return null;
  return scheduled.data;
}

/**
 * Every event of the workspace that happened in the time and that the endpoint subscribes to, also when it did not
 * exist yet. Of the log only what the seals place around that time is read.
 */
export async function* everyEvent(
  { ledger }: Pick<LedgerCall, 'ledger'>,
  { workspace, endpoint, since, until }: RedeliveryRange,
): AsyncIterable<Page> {
  const { store } = ledger;
  const range = await positionsOf(store, { since, until });
  for await (const batch of logPages(store, { ...range, limit: PAGE, types: REPORTED_TYPES })) {
    const events: EventToRedeliver[] = [];
    for (const event of batch.events as readonly ReportedEvent[]) {
      const { workspace: owner, at } = event.metadata;
      if (owner !== workspace || at < since || at > until) continue;
      const kind = kindOf(event);
      if (kind === null || !subscribes(endpoint.events, kind)) continue;
      const { endpointId } = endpoint;
      const subjectId = streamId(event.stream);
      const body = payloadBody(event, kind, await partiesOf(store, event));
      events.push({ endpointId, eventId: event.id, kind, body, subjectId });
    }
    yield { read: batch.events.length, events };
  }
}
