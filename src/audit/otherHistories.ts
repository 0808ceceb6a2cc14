import { audience } from '../events/audience.ts';
import { campaign } from '../events/campaign.ts';
import { contact, contactIdOf } from '../events/contact.ts';
import { email } from '../events/email.ts';
import type { RecordedEvent } from '../events/event.ts';
import { sms } from '../events/sms.ts';
import { smsOptOutIdOf, suppression, suppressionIdOf } from '../events/suppression.ts';
import { template } from '../events/template.ts';
import { webhookDelivery } from '../events/webhookDelivery.ts';
import { webhooks } from '../events/webhooks.ts';
import { workspace } from '../events/workspace.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { byPosition, type History, messageHistory } from './history.ts';

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
 * a suppression, a workspace, or an endpoint of the workspace `ofEndpoint`. Null: there is nothing.
 */
export async function historyOf(store: EventStore, id: string, ofEndpoint: string): Promise<History | null> {
  const message = await messageHistory(store, id);
  if (message !== null) return message;
  for (const [kind, category] of Object.entries(KINDS)) {
    const own = await store.readStream(category.stream(id));
    const [first] = own;
    if (first !== undefined) return { kind, workspace: first.metadata.workspace, events: own.map(plain) };
  }
  const own = (await webhooks.read(store, ofEndpoint)).filter(({ data }) => data.endpointId === id);
  return own.length === 0 ? null : { kind: 'endpoint', workspace: ofEndpoint, events: own.map(plain) };
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
  store: Log,
  workspaceId: string,
  address: string,
  messages: MessagesOfAddress,
): Promise<History | null> {
  const isOurs = (text: unknown) => typeof text === 'string' && text.toLowerCase() === address.toLowerCase();
  const ofEmails = await Promise.all(messages.emails.map((id) => email.read(store, id)));
  const ofSms = await Promise.all(messages.sms.map((id) => sms.read(store, id)));
  const senders = new Set(ofSms.flatMap(([first]) => (first?.type === 'SmsAccepted' ? first.data.from : [])));
  const decisions = [
    suppressionIdOf(workspaceId, address),
    ...[...senders].map((sender) => smsOptOutIdOf(workspaceId, sender, address)),
  ];
  const events: readonly RecordedEvent[] = [
    ...ofEmails.flat().filter(({ type, data }) => type === 'EmailAccepted' || isOurs(data.recipient)),
    ...ofSms.flat(),
    ...(await Promise.all(decisions.map((id) => suppression.read(store, id)))).flat(),
    ...(await contact.read(store, contactIdOf(workspaceId, address))),
  ];
  if (events.length === 0) return null;
  return { kind: 'address', workspace: workspaceId, events: events.map(plain).sort(byPosition) };
}

const plain = (event: RecordedEvent) => ({ event, webhook: null });
