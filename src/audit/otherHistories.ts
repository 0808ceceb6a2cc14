import type { Ledger } from '../commands/kernel/ledger.ts';
import { addressKey } from '../events/addressForms.ts';
import { audience } from '../events/audience.ts';
import { campaign } from '../events/campaign.ts';
import { contact, contactIdOf } from '../events/contact.ts';
import { email } from '../events/email.ts';
import type { RecordedEvent } from '../events/event.ts';
import { sms } from '../events/sms.ts';
import { smsOptOutIdOf, suppression, suppressionIdOf } from '../events/suppression.ts';
import { template } from '../events/template.ts';
import { type WebhookDeliveryEvent, webhookDelivery } from '../events/webhookDelivery.ts';
import { webhooks } from '../events/webhooks.ts';
import { workspace } from '../events/workspace.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { byPosition, type History, messageHistory } from './history.ts';

type WebhookDeliveryScheduled = Extract<WebhookDeliveryEvent, { type: 'WebhookDeliveryScheduled' }>['data'];
type Log = Pick<EventStore, 'readStream'>;

/** What has one stream of its own, which its id names. */
const KINDS = {
  contact,
  campaign,
  template,
  audience,
  'webhook delivery': webhookDelivery,
  suppression,
  workspace,
} as const;

/**
 * The history of what has this id: a message with its webhooks, a contact, a campaign, a template, an audience, a webhook delivery,
 * a suppression, a workspace, or an endpoint. Null: there is nothing.
 * @param workspaceId is looked at first for an endpoint
 * @param ownerOf gives the workspace of an endpoint elsewhere, null when there is no such endpoint
 */
export async function historyOf(
  store: EventStore,
  id: string,
  workspaceId: string,
  ownerOf: (endpointId: string) => Promise<string | null>,
): Promise<History | null> {
  const message = await messageHistory(store, id);
  if (message !== null) return message;
  for (const [kind, category] of Object.entries(KINDS)) {
    const own = await store.readStream(category.stream(id));
    const [first] = own;
    if (first === undefined) continue;
    const { type, data } = first as RecordedEvent;
    const reported =
      type === 'WebhookDeliveryScheduled' ? await reportedBy(store, data as WebhookDeliveryScheduled) : [];
    return { kind, workspace: first.metadata.workspace, events: [...reported, ...own].map(plain) };
  }
  return (await endpointHistory(store, workspaceId, id)) ?? endpointHistory(store, await ownerOf(id), id);
}

async function endpointHistory(store: Log, workspaceId: string | null, id: string): Promise<History | null> {
  if (workspaceId === null) return null;
  const own = (await webhooks.read(store, workspaceId)).filter(({ data }) => data.endpointId === id);
  return own.length === 0 ? null : { kind: 'endpoint', workspace: workspaceId, events: own.map(plain) };
}

/** The event that a webhook delivery reports. */
async function reportedBy(store: Log, { subjectId, eventId }: WebhookDeliveryScheduled) {
  const events = [...(await email.read(store, subjectId)), ...(await sms.read(store, subjectId))];
  return events.filter(({ id }) => id === eventId);
}

/** A person's messages in a workspace, by their ids. */
export interface MessagesOfAddress {
  readonly emails: readonly string[];
  readonly sms: readonly string[];
}

/**
 * What happened to one address or number in a workspace: what of these messages concerns it, what operators and the person
 * decided, and its contact. Null: nothing did.
 */
export async function addressHistory(
  { store, ids }: Pick<Ledger, 'store' | 'ids'>,
  workspaceId: string,
  address: string,
  messages: MessagesOfAddress,
): Promise<History | null> {
  const isOurs = (text: unknown) => typeof text === 'string' && addressKey(text) === addressKey(address);
  const ofEmails = await Promise.all(messages.emails.map((id) => email.read(store, id)));
  const ofSms = await Promise.all(messages.sms.map((id) => sms.read(store, id)));
  const senders = new Set(ofSms.flatMap(([first]) => (first?.type === 'SmsAccepted' ? first.data.from : [])));
  const decisions = [
    suppressionIdOf(ids, workspaceId, address),
    ...[...senders].map((sender) => smsOptOutIdOf(ids, workspaceId, sender, address)),
  ];
  const events: readonly RecordedEvent[] = [
    ...ofEmails.flat().filter(({ type, data }) => type === 'EmailAccepted' || isOurs(data.recipient)),
    ...ofSms.flat(),
    ...(await Promise.all(decisions.map((id) => suppression.read(store, id)))).flat(),
    ...(await contact.read(store, contactIdOf(ids, workspaceId, address))),
  ];
  if (events.length === 0) return null;
  return { kind: 'address', workspace: workspaceId, events: events.map(plain).sort(byPosition) };
}

const plain = (event: RecordedEvent) => ({ event, webhook: null });
