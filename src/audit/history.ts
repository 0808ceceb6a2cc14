import { email, type RecordedEmailEvent } from '../events/email.ts';
import type { RecordedEvent } from '../events/event.ts';
import { sms } from '../events/sms.ts';
import { suppression } from '../events/suppression.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../events/webhookDelivery.ts';
import { webhooks } from '../events/webhooks.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** A webhook that reports one of the message's events. */
interface HistoryWebhook {
  /** Kind as in the payload. */
  readonly kind: string;
  readonly endpoint: { readonly id: string; readonly name: string; readonly url: string };
}

/** One event of a history; `webhook` is null for those that no webhook reports on. */
interface HistoryEvent {
  readonly event: RecordedEvent;
  readonly webhook: HistoryWebhook | null;
  /** In the history of a call: which of its messages it is about, from 1. */
  readonly message?: number;
}

/** All that is known of one thing. */
export interface History {
  /** What it is, such as `email` or `webhook delivery`. */
  readonly kind: string;
  readonly workspace: string;
  /** In the order in which it happened. */
  readonly events: readonly HistoryEvent[];
}

/** Reads a message's whole history from the log itself, webhooks included; null when there is no such message. */
export async function messageHistory(store: EventStore, id: string): Promise<History | null> {
  for (const { kind, category } of [
    { kind: 'email', category: email },
    { kind: 'sms', category: sms },
  ] as const) {
    const own = await store.readStream(category.stream(id));
    const first = own[0];
    if (first === undefined) continue;
    const { workspace } = first.metadata;
    const posted = await webhookEvents(store, workspace, own);
    const decided = await suppressionsBecauseOf(store, own);
    const events = [...[...own, ...decided].map((event) => ({ event, webhook: null })), ...posted];
    return { kind, workspace, events: events.sort(byPosition) };
  }
  return null;
}

/** What happened to the messages of one call, in the order of the log. Null: there are none. */
export async function callHistory(
  store: EventStore,
  workspace: string,
  ids: readonly string[],
): Promise<History | null> {
  const events: HistoryEvent[] = [];
  for (const [at, id] of ids.entries()) {
    const history = await messageHistory(store, id);
    events.push(...(history?.events ?? []).map((event) => ({ ...event, message: at + 1 })));
  }
  return events.length === 0 ? null : { kind: 'call', workspace, events: events.sort(byPosition) };
}

/** Suppressions of the recipients that an operator made because of one of these events. */
async function suppressionsBecauseOf(
  store: EventStore,
  own: readonly RecordedEvent[],
): Promise<readonly RecordedEvent[]> {
  const [accepted] = own as readonly RecordedEmailEvent[];
  if (accepted?.type !== 'EmailAccepted') return [];
  const ids = new Set(own.map(({ id }) => id));
  const decided = await Promise.all(
    accepted.data.recipients.map(({ suppressionId }) => suppression.read(store, suppressionId)),
  );
  return decided.flat().filter(({ type, data }) => type === 'SuppressionAdded' && ids.has(data.cause ?? ''));
}

/** Deliveries are named after event and endpoint, so they are found without an index. */
async function webhookEvents(
  store: EventStore,
  workspace: string,
  events: readonly RecordedEvent[],
): Promise<HistoryEvent[]> {
  const found: HistoryEvent[] = [];
  for (const endpoint of await endpointsOf(store, workspace)) {
    for (const { id } of events) {
      const recorded = await webhookDelivery.read(store, webhookDeliveryIdOf(id, endpoint.id));
      const [scheduled] = recorded;
      const kind = scheduled?.type === 'WebhookDeliveryScheduled' ? scheduled.data.kind : '';
      for (const event of recorded) found.push({ event, webhook: { kind, endpoint } });
    }
  }
  return found;
}

async function endpointsOf(
  store: EventStore,
  workspace: string,
): Promise<readonly { id: string; name: string; url: string }[]> {
  const endpoints = new Map<string, { id: string; name: string; url: string }>();
  for (const { type, data } of await webhooks.read(store, workspace)) {
    if (type === 'WebhookSecretResealed') continue;
    const before = endpoints.get(data.endpointId) ?? { id: data.endpointId, name: '', url: '' };
    endpoints.set(data.endpointId, {
      ...before,
      ...(data.name !== undefined && { name: data.name }),
      ...(data.url !== undefined && { url: data.url }),
    });
  }
  return [...endpoints.values()];
}

/** The order in which it happened. */
export function byPosition(one: HistoryEvent, other: HistoryEvent): number {
  return one.event.position < other.event.position ? -1 : one.event.position > other.event.position ? 1 : 0;
}
