import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { projection } from '../runtime/fold/projection.ts';
import { laterStatus, type MessageStatus, statusOfAll } from './messageStatus.ts';

export interface MessageRecipient {
  readonly address: string;
  readonly kind: 'to' | 'cc' | 'bcc';
  readonly status: MessageStatus;
  /** Null for text messages, and for recipients who were suppressed at acceptance. */
  readonly deliveryId: string | null;
  /** Why it bounced, as in `Bounced`; absent unless it did. */
  readonly bounceSubType?: string;
  /** Whether they opened it, or a link in it, themselves; absent unless they did. */
  readonly opened?: true;
  readonly clicked?: true;
}

/** What leads from a recipient or a tag to a message; each holds the workspace and one of them (`placeIn`). */
interface MessageIndex {
  readonly recipient: string | null;
  readonly tag: string | null;
  /** When the message was accepted or received. */
  readonly createdAt: string;
}

/** An email or text message. Keyed by its id, which follows from workspace, operation and Idempotency-Key. */
export interface MessageDocument extends MessageIndex {
  readonly workspace: string;
  readonly channel: 'email' | 'sms';
  readonly direction: 'outbound' | 'inbound';
  /** The most serious of its recipients' (`MESSAGE_STATUSES`). */
  readonly status: MessageStatus;
  readonly from: string;
  /** Null for text messages. With a template: the subject source of the accepted revision. */
  readonly subject: string | null;
  readonly recipients: readonly MessageRecipient[];
  readonly tags: readonly string[];
  readonly templateId: string | null;
  readonly campaignId: string | null;
  /** As the caller named it. */
  readonly batchId: string | null;
  /** Messages that were accepted with it by one call; null when it came alone. */
  readonly batchSize: number | null;
  readonly scheduledFor: string | null;
  /** Whether its delivery is only simulated, for all recipients. */
  readonly sandbox: boolean;
  readonly credits: number;
}

/** A further recipient or tag of a message; the first of each is in the message's own document. */
export interface MessageEntry extends MessageIndex {
  readonly messageId: string;
}

type Event = RecordedEmailEvent | RecordedSmsEvent;
type EmailAccepted = Extract<Event, { type: 'EmailAccepted' }>;

/** A message, and the entries of its further recipients and tags: `{message id}/to/{n}` and `{message id}/tag/{n}`. */
export const messages = projection<MessageDocument | MessageEntry, Event>({
  name: 'messages',
  version: 3,
  indexes: {
    byCreation: ['workspace', 'createdAt'],
    byStatus: ['workspace', 'status', 'createdAt'],
    byCampaign: ['workspace', 'campaignId', 'createdAt'],
    byTemplate: ['workspace', 'templateId', 'createdAt'],
    byRecipient: ['recipient', 'createdAt'],
    byTag: ['tag', 'createdAt'],
  },
  keys(event) {
    const id = streamId(event.stream);
    if (event.type === 'EmailAccepted')
      return [id, ...further(id, 'to', addressesOf(event.data)), ...further(id, 'tag', tagsOf(event.data))];
    return event.type === 'SmsAccepted' ? [id, ...further(id, 'tag', tagsOf(event.data))] : [id];
  },
  on: {
    EmailAccepted: (document, event, key) =>
      document ?? (isEntry(key) ? entryOf(event, key, addressesOf(event.data)) : emailOf(event)),
    SubmissionAttempted: forRecipient('processing'),
    Submitted: forRecipient('submitted'),
    Delivered: forRecipient('delivered'),
    DeliveryDelayed: (document, event) =>
      event.data.nextAttemptAt === null ? document : forRecipient('delivery_delayed')(document, event),
    Bounced: (document, { data }) => withStatus(document, 'bounced', data.deliveryId, data.bounceSubType),
    Complained: forRecipient('complained'),
    Rejected: forRecipient('rejected'),
    RenderingFailed: forRecipient('rendering_failed'),
    ReportKept: 'ignored',
    Opened: sawIt('opened'),
    Clicked: sawIt('clicked'),
    Unsubscribed: 'ignored',
    Resubscribed: 'ignored',
    SmsAccepted: (document, event, key) => {
      if (document !== null) return document;
      if (isEntry(key)) return entryOf(event, key, []);
      const { templateId, credits } = event.data;
      return { ...smsOf(event, 'outbound', tagsOf(event.data)), templateId, credits };
    },
    SmsSubmissionAttempted: (document) => withStatus(document, 'processing'),
    SmsSent: (document) => withStatus(document, 'sent'),
    SmsDelivered: (document) => withStatus(document, 'delivered'),
    SmsFailed: (document, { data: { nextAttemptAt } }) =>
      withStatus(document, nextAttemptAt === null ? 'failed' : 'delivery_delayed'),
    SmsReceived: (document, event) => document ?? smsOf(event, 'inbound', []),
    SmsSegmentSent: 'ignored',
    SmsSegmentDelivered: 'ignored',
    SmsPartReceived: 'ignored',
  },
});

/** A workspace's recipient, in lower case as addresses are compared, or its tag, as one value of an index. */
export function placeIn(workspace: string, value: string): string {
  return `${workspace}/${value}`;
}

const isEntry = (key: string) => key.includes('/');

const further = (id: string, kind: 'to' | 'tag', values: readonly string[]) =>
  values.slice(1).map((_, at) => `${id}/${kind}/${at + 1}`);

const tagsOf = ({ tags }: { readonly tags: readonly string[] }) => [...new Set(tags)];

/** Everyone whom the message was for, suppressed recipients too, in lower case. */
function addressesOf({ recipients, suppressedRecipients }: EmailAccepted['data']): readonly string[] {
  const addresses = [...recipients.map(({ address }) => address), ...suppressedRecipients];
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
}

/** The index fields for the nth recipient and tag. */
function indexed(
  { workspace, at }: Event['metadata'],
  address: string | undefined,
  tag: string | undefined,
): MessageIndex {
  return {
    recipient: address === undefined ? null : placeIn(workspace, address),
    tag: tag === undefined ? null : placeIn(workspace, tag),
    createdAt: at,
  };
}

function entryOf(
  { data, metadata, stream }: Extract<Event, { type: 'EmailAccepted' | 'SmsAccepted' }>,
  key: string,
  addresses: readonly string[],
): MessageEntry {
  const [, kind, n] = key.split('/');
  const [address, tag] =
    kind === 'to' ? [addresses[Number(n)], undefined] : [undefined, tagsOf(data)[Number(n)]];
  return { ...indexed(metadata, address, tag), messageId: streamId(stream) };
}

function emailOf({ data, metadata }: EmailAccepted): MessageDocument {
  const tags = tagsOf(data);
  const status = data.scheduledFor === null ? 'queued' : 'scheduled';
  const recipients: MessageRecipient[] = data.recipients.map(({ address, kind, deliveryId }) => ({
    address,
    kind,
    status,
    deliveryId,
  }));
  for (const address of data.suppressedRecipients)
    recipients.push({ address, kind: 'to', status: 'suppressed', deliveryId: null });
  return {
    ...indexed(metadata, addressesOf(data)[0], tags[0]),
    workspace: metadata.workspace,
    channel: 'email',
    direction: 'outbound',
    status: statusOfAll(recipients.map((each) => each.status)),
    from: data.from,
    subject: data.subject,
    recipients,
    tags,
    templateId: data.template?.templateId ?? null,
    campaignId: data.campaign?.campaignId ?? null,
    batchId: data.batchId,
    batchSize: data.batch?.size ?? null,
    scheduledFor: data.scheduledFor,
    sandbox: data.recipients.length > 0 && data.recipients.every(({ sandbox }) => sandbox),
    credits: data.credits,
  };
}

function smsOf(
  { data: { from, to }, metadata }: Extract<Event, { type: 'SmsAccepted' | 'SmsReceived' }>,
  direction: MessageDocument['direction'],
  tags: readonly string[],
): MessageDocument {
  const status = direction === 'outbound' ? 'queued' : 'received';
  return {
    ...indexed(metadata, to, tags[0]),
    workspace: metadata.workspace,
    channel: 'sms',
    direction,
    status,
    from,
    subject: null,
    recipients: [{ address: to, kind: 'to', status, deliveryId: null }],
    tags,
    templateId: null,
    campaignId: null,
    batchId: null,
    batchSize: null,
    scheduledFor: null,
    sandbox: false,
    credits: 0,
  };
}

/** Gives the recipient of the event this status. */
function forRecipient(status: MessageStatus) {
  return (
    document: MessageDocument | MessageEntry | null,
    { data: { deliveryId } }: { readonly data: { readonly deliveryId: string } },
  ) => withStatus(document, status, deliveryId);
}

/** Notes what the recipient did, as analytics count it: not what a program did, and once. */
function sawIt(what: 'opened' | 'clicked') {
  return (
    document: MessageDocument | MessageEntry | null,
    { data }: Extract<Event, { type: 'Opened' | 'Clicked' }>,
  ) =>
    data.automated || data.repeated
      ? document
      : withRecipient(document, data.deliveryId, (recipient) =>
          recipient[what] ? recipient : { ...recipient, [what]: true },
        );
}

function withStatus(
  document: MessageDocument | MessageEntry | null,
  next: MessageStatus,
  deliveryId: string | null = null,
  bounceSubType: string | null = null,
) {
  return withRecipient(document, deliveryId, (recipient) => {
    const status = laterStatus(recipient.status, next);
    if (status === recipient.status) return recipient;
    return { ...recipient, status, ...(bounceSubType !== null && { bounceSubType }) };
  });
}

/** The message after a recipient's change; the same object when nothing changes. */
function withRecipient(
  document: MessageDocument | MessageEntry | null,
  deliveryId: string | null,
  changed: (recipient: MessageRecipient) => MessageRecipient,
): MessageDocument | MessageEntry | null {
  if (document === null || 'messageId' in document) return document;
  const recipients = document.recipients.map((recipient) =>
    recipient.deliveryId === deliveryId ? changed(recipient) : recipient,
  );
  return recipients.some((recipient, at) => recipient !== document.recipients[at])
    ? { ...document, recipients, status: statusOfAll(recipients.map(({ status }) => status)) }
    : document;
}
