import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';

/** Kinds of email events (spec section 6) by the domain event that they report; null: it is not reported to customers. */
const EMAIL_KINDS = {
  EmailAccepted: null,
  SubmissionAttempted: null,
  Submitted: 'submitted',
  Delivered: 'delivered',
  DeliveryDelayed: 'delivery_delayed',
  Bounced: 'bounced',
  Complained: 'complained',
  ReportKept: null,
  Rejected: 'rejected',
  RenderingFailed: 'rendering_failed',
  Opened: 'opened',
  Clicked: 'clicked',
  Unsubscribed: 'unsubscribed',
  Resubscribed: null,
} as const satisfies Record<RecordedEmailEvent['type'], string | null>;

const SMS_KINDS = {
  SmsAccepted: null,
  SmsSubmissionAttempted: null,
  SmsSegmentSent: null,
  SmsSent: 'sms.sent',
  SmsSegmentDelivered: null,
  SmsDelivered: 'sms.delivered',
  SmsFailed: 'sms.failed',
  SmsPartReceived: null,
  SmsReceived: 'sms.received',
} as const satisfies Record<RecordedSmsEvent['type'], string | null>;

const EMAIL_PREFIX = 'email.';

/** Every kind that a payload may have: those of real mail, of the sandbox, and of text messages (spec section 6 rule 2). */
export const KINDS: readonly string[] = [
  ...Object.values(EMAIL_KINDS).flatMap((kind) => (kind === null ? [] : [kind, EMAIL_PREFIX + kind])),
  ...Object.values(SMS_KINDS).flatMap((kind) => kind ?? []),
];

/** The event types that a table gives a kind. */
type Reported<Kinds> = { [Type in keyof Kinds]: Kinds[Type] extends string ? Type : never }[keyof Kinds];

export type ReportedEmailEvent = Extract<RecordedEmailEvent, { type: Reported<typeof EMAIL_KINDS> }>;
export type ReportedSmsEvent = Extract<RecordedSmsEvent, { type: Reported<typeof SMS_KINDS> }>;
export type ReportedEvent = ReportedEmailEvent | ReportedSmsEvent;

/** The domain events that are reported to customers. */
export const REPORTED_TYPES: readonly ReportedEvent['type'][] = [
  ...reportedIn<Reported<typeof EMAIL_KINDS>>(EMAIL_KINDS),
  ...reportedIn<Reported<typeof SMS_KINDS>>(SMS_KINDS),
];

function reportedIn<Type extends string>(kinds: Readonly<Record<string, string | null>>): Type[] {
  return Object.keys(kinds).filter((type): type is Type => kinds[type] !== null);
}

export function isReportedEmail(event: ReportedEvent): event is ReportedEmailEvent {
  return event.type in EMAIL_KINDS;
}

/**
 * The kind as it is in the payload: `delivered`, for the sandbox `email.delivered`, `sms.delivered`
 * (spec section 6 rule 2). Null for what is not reported: what a program did with a mail, a failed SMS that will be
 * tried again, a delay so soon after another.
 */
export function kindOf(event: ReportedEvent): string | null {
  if (isReportedEmail(event)) {
    if ((event.type === 'Opened' || event.type === 'Clicked') && event.data.automated) return null;
    const kind = EMAIL_KINDS[event.type];
    if (event.type === 'DeliveryDelayed' && event.data.reported === false) return null;
    return event.data.sandbox ? EMAIL_PREFIX + kind : kind;
  }
  if (event.type === 'SmsFailed' && event.data.nextAttemptAt !== null) return null;
  return SMS_KINDS[event.type];
}

/** Whether a list of subscriptions asks for a kind. Either spelling of an email kind matches, live and sandbox. */
export function subscribes(subscriptions: readonly string[], kind: string): boolean {
  const bare = kind.startsWith(EMAIL_PREFIX) ? kind.slice(EMAIL_PREFIX.length) : kind;
  const isSms = kind.startsWith('sms.');
  return subscriptions.some(
    (asked) => asked === '*' || asked === bare || (!isSms && asked === EMAIL_PREFIX + bare),
  );
}
