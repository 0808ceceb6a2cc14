import { addressKey } from '../events/addressForms.ts';
import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { type MessageStatus, statusOfAll } from './messageStatus.ts';

export interface MessageRecipient {
  readonly address: string;
  readonly kind: 'to' | 'cc' | 'bcc';
  readonly status: MessageStatus;
  /** Null for text messages, and for recipients who were suppressed at acceptance. */
  readonly deliveryId: string | null;
  /** Why it bounced, as in its last `Bounced`; absent unless it did. */
  readonly bounceSubType?: string;
  /** Of its last `Bounced`, whether it may go next time: an answer of someone who is away is no more than that. */
  readonly bounce?: 'permanent' | 'transient' | 'out of office';
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
  /** Of an email; null for text messages. */
  readonly messageStream: EmailAccepted['data']['messageStream'] | null;
  readonly direction: 'outbound' | 'inbound';
  /** The most serious of its recipients' (`MESSAGE_STATUSES`). */
  readonly status: MessageStatus;
  readonly from: string;
  /** Null for text messages. With a template: the subject source of the accepted revision. */
  readonly subject: string | null;
  /** With a template: the subject as it was rendered; absent until a recipient's mail was handed over. */
  readonly sentSubject?: string;
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

export type MessageEvent = RecordedEmailEvent | RecordedSmsEvent;
type EmailAccepted = Extract<MessageEvent, { type: 'EmailAccepted' }>;

/** A workspace's recipient, by `addressKey`, or its tag, as one value of an index. */
export function placeIn(workspace: string, value: string): string {
  return `${workspace}/${value}`;
}

export const tagsOf = ({ tags }: { readonly tags: readonly string[] }) => [...new Set(tags)];

/** Everyone whom the message was for, suppressed recipients too, by `addressKey`. */
export function addressesOf({ recipients, suppressedRecipients }: EmailAccepted['data']): readonly string[] {
  const addresses = [...recipients.map(({ address }) => address), ...suppressedRecipients];
  return [...new Set(addresses.map(addressKey))];
}

/** The index fields for the nth recipient and tag. */
function indexed(
  { workspace, at }: MessageEvent['metadata'],
  address: string | undefined,
  tag: string | undefined,
): MessageIndex {
  return {
    recipient: address === undefined ? null : placeIn(workspace, address),
    tag: tag === undefined ? null : placeIn(workspace, tag),
    createdAt: at,
  };
}

export function entryOf(
  { data, metadata, stream }: Extract<MessageEvent, { type: 'EmailAccepted' | 'SmsAccepted' }>,
  key: string,
  addresses: readonly string[],
): MessageEntry {
  const [, kind, n] = key.split('/');
  const [address, tag] =
    kind === 'to' ? [addresses[Number(n)], undefined] : [undefined, tagsOf(data)[Number(n)]];
  return { ...indexed(metadata, address, tag), messageId: streamId(stream) };
}

export function emailOf({ data, metadata }: EmailAccepted): MessageDocument {
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
    messageStream: data.messageStream,
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

export function smsOf(
  { data: { from, to }, metadata }: Extract<MessageEvent, { type: 'SmsAccepted' | 'SmsReceived' }>,
  direction: MessageDocument['direction'],
  tags: readonly string[],
): MessageDocument {
  const status = direction === 'outbound' ? 'queued' : 'received';
  return {
    ...indexed(metadata, to, tags[0]),
    workspace: metadata.workspace,
    channel: 'sms',
    messageStream: null,
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
