import { optOutKeyword } from '../commands/sms/smsOptOut.ts';
import { catalogue } from '../events/catalogue.ts';
import type { EmailEvent } from '../events/email.ts';
import type { AutomatedBy, Handover, UnsubscribeWay } from '../events/emailEvidence.ts';
import type { EventMetadata, RecordedEvent } from '../events/event.ts';
import { isPhoneNumber } from '../events/fieldPatterns.ts';
import type { SmsEvent } from '../events/sms.ts';
import type { SuppressionEvent } from '../events/suppression.ts';
import type { WebhookDeliveryEvent } from '../events/webhookDelivery.ts';

/** Who caused an event: the actor, and of an operator the person. */
export const actorOf = ({ actor, person }: EventMetadata): string =>
  person === undefined ? actor : `${actor} ${person}`;

type WordedEvent =
  | EmailEvent
  | SmsEvent
  | WebhookDeliveryEvent
  | Extract<SuppressionEvent, { type: 'SuppressionAdded' | 'SuppressionRemoved' }>;

/** `1 event`, `2 events`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Of an attempt whose sender ended before it recorded an outcome. */
const SENT_AGAIN = 'answer unknown, sent again';

/** What each event says, in words for the timeline. */
const WORDINGS: {
  readonly [Type in WordedEvent['type']]: Wording<Extract<WordedEvent, { type: Type }>['data']>;
} = {
  EmailAccepted: (data) => {
    const sandbox = data.recipients.filter((recipient) => recipient.sandbox).length;
    return sentence([
      `accepted for ${counted(data.recipients.length, 'recipient')}`,
      sandbox > 0 && `${sandbox} of them simulated`,
      data.suppressedRecipients.length > 0 && `suppressed: ${data.suppressedRecipients.join(', ')}`,
      data.scheduledFor && `not before ${data.scheduledFor}`,
      `${counted(data.credits, 'credit')} charged`,
    ]);
  },
  SubmissionAttempted: (data) => `${data.recipient}: attempt ${data.attempt} claimed`,
  Submitted: (data) => sentence([`${data.recipient}: handed over`, data.response, sentAs(data)]),
  Delivered: (data) =>
    sentence([`${data.recipient}: delivered`, data.response, sentAs(data), evidence(data)]),
  DeliveryDelayed: (data) =>
    data.cause === 'unanswered'
      ? sentence([`${data.recipient}: attempt ${data.attempt}: ${SENT_AGAIN}`, next(data)])
      : sentence([`${data.recipient}: attempt ${data.attempt} deferred`, data.diagnosticCode, next(data)]),
  Bounced: (data) =>
    sentence([
      `${data.recipient}: bounced, ${data.bounceType} (${data.bounceSubType})`,
      data.diagnosticCode,
      data.bounceType === 'Permanent' && 'the address is suppressed',
      evidence(data),
    ]),
  Complained: (data) =>
    sentence([`${data.recipient}: complained; the address is suppressed`, evidence(data)]),
  ReportKept: (data) =>
    sentence([
      `${data.recipient}: a report without proof says ${data.says}`,
      data.diagnosticCode,
      evidence(data),
    ]),
  Rejected: (data) => `${data.recipient}: not sent, ${data.reason}`,
  RenderingFailed: (data) => `${data.recipient}: not rendered, ${data.reason}`,
  Opened: (data) => sentence([`${data.recipient}: opened`, by(data)]),
  Clicked: (data) => sentence([`${data.recipient}: clicked ${data.url}`, by(data)]),
  Unsubscribed: (data) =>
    sentence([
      `${data.recipient}: unsubscribed${data.way === undefined ? '' : WAYS[data.way]}`,
      !data.sandbox && 'the address is suppressed',
      evidence(data),
    ]),
  Resubscribed: (data) => `${data.recipient}: took the unsubscription back`,
  SuppressionAdded: ({ address, cause, reason, imported }) =>
    imported === undefined
      ? `${address}: suppressed by an operator${cause === undefined ? '' : ' because of this'}: ${reason}`
      : `${address}: ${imported.kind} brought along, ${imported.place} of ${imported.file} (${imported.from}): ${reason}`,
  SuppressionRemoved: ({ address, reason }) =>
    sentence([`${address}: sent to again, by an operator`, reason ?? null]),
  SmsAccepted: (data) =>
    `accepted: ${counted(data.segments, 'segment')}; ${counted(data.credits, 'credit')} charged`,
  SmsSubmissionAttempted: (data) => `attempt ${data.attempt} claimed`,
  SmsSent: (data) => sentence([`attempt ${data.attempt} handed to the carrier`, data.carrierId]),
  SmsSegmentSent: (data) => sentence([`attempt ${data.attempt}: the carrier took a segment`, data.carrierId]),
  SmsSegmentDelivered: (data) => sentence([`segment ${data.carrierId} delivered`, data.detail]),
  SmsDelivered: (data) => sentence(['delivered', data.detail]),
  SmsFailed: (data) =>
    data.unanswered && data.nextAttemptAt !== null
      ? sentence([`attempt ${data.attempt}: ${SENT_AGAIN}`, next(data)])
      : sentence([`attempt ${data.attempt} failed`, data.detail, next(data)]),
  SmsPartReceived: (data) => `part ${data.number} of ${data.of} received`,
  SmsReceived: (data) =>
    sentence([
      `received: ${counted(data.segments, 'segment')}`,
      !isPhoneNumber(data.from) &&
        optOutKeyword(data.text) &&
        'its word stops no one: the number has no country',
    ]),
  WebhookDeliveryScheduled: () => 'is to be posted',
  WebhookAttemptFailed: (data) =>
    sentence([`attempt ${data.attempt} failed: ${data.status ?? data.reason}`, took(data), next(data)]),
  WebhookDelivered: (data) => sentence([`attempt ${data.attempt} answered ${data.status}`, took(data)]),
  WebhookDeliveryDied: ({ attempts, reason }) =>
    `given up after ${counted(attempts, 'attempt')}${reason === undefined ? '' : `: ${reason}`}`,
  WebhookDeliveryRequeued: () => 'is to be posted again',
};

type Wording<Data> = (data: Data) => string;

/** What an event says; for one that says nothing of a message: what its type means, and its short fields. */
export function wordingOf({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): string {
  // What an event's data is follows from its type.
  const wordings = WORDINGS as Readonly<Record<string, Wording<unknown> | undefined>>;
  return wordings[type]?.(data) ?? meaningOf(type, data);
}

const MAX_FIELD_CHARACTERS = 80;
/** What is of no use to people: what is sealed, and hashes. */
const NOT_SHOWN = /^(sealed|hash)/;

function meaningOf(type: string, data: unknown): string {
  const meaning = catalogue.get(type)?.meaning ?? type;
  const fields = Object.entries((data ?? {}) as Readonly<Record<string, unknown>>).flatMap(
    ([name, value]) => {
      const isShort = typeof value !== 'object' && String(value).length <= MAX_FIELD_CHARACTERS;
      return isShort && !NOT_SHOWN.test(name) ? `${name}: ${value}` : [];
    },
  );
  return sentence([meaning.replace(/\.$/, ''), ...fields]);
}

function next({ nextAttemptAt }: { nextAttemptAt: string | null }): string | null {
  return nextAttemptAt && `next at ${nextAttemptAt}`;
}

const WAYS: Readonly<Record<UnsubscribeWay, string>> = {
  page: ' on the page',
  'one click': ' by one click',
  mail: ' by mail',
  report: ' by a report',
};

const SHOWN_BY: Readonly<Record<AutomatedBy, string>> = {
  method: 'it asked by HEAD',
  prefetch: 'it says that it prefetches',
  agent: 'by its user agent',
};

function by(data: {
  readonly agent?: string;
  readonly automated?: boolean;
  readonly automatedBy?: AutomatedBy;
}): string | null {
  const { agent, automated, automatedBy } = data;
  return sentence([
    automated === true && `by a program${automatedBy ? ` (${SHOWN_BY[automatedBy]})` : ''}, not counted`,
    agent !== undefined && `user agent: ${agent}`,
  ]);
}

/** What left, and who took it. */
function sentAs({ handover }: { readonly handover?: Handover }): string | null {
  if (handover === undefined) return null;
  const { server, sender, dkim, sha256 } = handover;
  const over = server?.tls == null ? 'not encrypted' : server.tls;
  return sentence([
    server !== undefined && `to ${server.host} [${server.address}], ${over}`,
    `from ${sender}`,
    dkim.length === 0 ? 'not signed' : `signed by ${dkim.join(', ')}`,
    `SHA-256 ${sha256}`,
  ]);
}

/** Who reported it, how, when, and about which other address. */
function evidence(data: {
  readonly source?: string;
  readonly proof?: string;
  readonly reportedAt?: string;
  readonly about?: string;
}): string | null {
  const { source, proof, reportedAt, about } = data;
  if (source === undefined) return null;
  const how = [source, proof].filter((part) => part !== undefined).join(', ');
  return sentence([
    `reported by ${how}`,
    reportedAt !== undefined && `dated ${reportedAt}`,
    about !== undefined && `about ${about}`,
  ]);
}

function took({ durationMs }: { durationMs: number }): string {
  return `${durationMs} ms`;
}

function sentence(parts: readonly (string | false | null)[]): string {
  return parts.filter((part) => part !== false && part !== null && part !== '').join('; ');
}
