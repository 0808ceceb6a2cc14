import { streamId } from '../events/category.ts';
import { partitionOf } from '../events/partitionOf.ts';
import { projection } from '../follow/fold/projection.ts';
import { FIGURES_INDEX, figuresOf } from './figureSums.ts';
import {
  addressesOf,
  emailOf,
  entryOf,
  type MessageDocument,
  type MessageEntry,
  type MessageEvent,
  type MessageRecipient,
  smsOf,
  tagsOf,
} from './messageDocuments.ts';
import { laterStatus, type MessageStatus, statusOfAll } from './messageStatus.ts';

/** A message, and the entries of its further recipients and tags: `{message id}/to/{n}` and `{message id}/tag/{n}`. Their figures lie among them as sums. */
export const messages = (partitions: number) =>
  projection<MessageDocument | MessageEntry, MessageEvent>({
    name: 'messages',
    version: 8,
    readsParts: true,
    indexes: {
      byCreation: ['workspace', 'createdAt'],
      byStatus: ['workspace', 'status', 'createdAt'],
      byCampaign: ['workspace', 'campaignId', 'createdAt'],
      byTemplate: ['workspace', 'templateId', 'createdAt'],
      byRecipient: ['recipient', 'createdAt'],
      byTag: ['tag', 'createdAt'],
      byFigures: FIGURES_INDEX,
    },
    adds: (document, key) => figuresOf(document, `${partitionOf(key, partitions)}of${partitions}`),
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
      Submitted: (document, event) =>
        withSubject(forRecipient('submitted')(document, event), event.data.subject),
      Delivered: forRecipient('delivered'),
      DeliveryDelayed: (document, event) =>
        event.data.nextAttemptAt === null ? document : forRecipient('delivery_delayed')(document, event),
      Bounced: (document, { data }) =>
        withStatus(document, 'bounced', data.deliveryId, {
          bounceSubType: data.bounceSubType,
          bounce: bounceKind(data),
        }),
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

const isEntry = (key: string) => key.includes('/');

const further = (id: string, kind: 'to' | 'tag', values: readonly string[]) =>
  values.slice(1).map((_, at) => `${id}/${kind}/${at + 1}`);

/** Gives the recipient of the event this status. */
function forRecipient(status: MessageStatus) {
  return (
    document: MessageDocument | MessageEntry | null,
    { data: { deliveryId } }: { readonly data: { readonly deliveryId: string } },
  ) => withStatus(document, status, deliveryId);
}

/** Each recipient's mail has the same. */
function withSubject(document: MessageDocument | MessageEntry | null, subject: string | undefined) {
  if (subject === undefined || document === null || 'messageId' in document) return document;
  return document.sentSubject === subject ? document : { ...document, sentSubject: subject };
}

/** Notes what the recipient did, as analytics count it: not what a program did, and once. */
function sawIt(what: 'opened' | 'clicked') {
  return (
    document: MessageDocument | MessageEntry | null,
    { data }: Extract<MessageEvent, { type: 'Opened' | 'Clicked' }>,
  ) =>
    data.automated || data.repeated
      ? document
      : withRecipient(document, data.deliveryId, (recipient) =>
          recipient[what] ? recipient : { ...recipient, [what]: true },
        );
}

type WhyBounced = Required<Pick<MessageRecipient, 'bounceSubType' | 'bounce'>>;

function withStatus(
  document: MessageDocument | MessageEntry | null,
  next: MessageStatus,
  deliveryId: string | null = null,
  why?: WhyBounced,
) {
  return withRecipient(document, deliveryId, (recipient) => {
    const status = laterStatus(recipient.status, next);
    const isSame = why?.bounceSubType === recipient.bounceSubType && why?.bounce === recipient.bounce;
    if (status === recipient.status && (why === undefined || isSame)) return recipient;
    return { ...recipient, status, ...why };
  });
}

/** Whether a bounce is final, may be over the next time, or says that someone is away. */
export function bounceKind({
  bounceType,
  diagnosticCode,
}: Extract<MessageEvent, { type: 'Bounced' }>['data']): WhyBounced['bounce'] {
  if (bounceType === 'Permanent') return 'permanent';
  return /\bout of (?:the )?office\b/i.test(diagnosticCode ?? '') ? 'out of office' : 'transient';
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
