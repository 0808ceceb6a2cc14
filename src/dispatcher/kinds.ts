import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';

/** Kinds of email events (spec section 6) by the domain event that they report. */
const EMAIL_KINDS = {
  Submitted: 'submitted',
  Delivered: 'delivered',
  DeliveryDelayed: 'delivery_delayed',
  Bounced: 'bounced',
  Complained: 'complained',
  Rejected: 'rejected',
  RenderingFailed: 'rendering_failed',
  Opened: 'opened',
  Clicked: 'clicked',
  Unsubscribed: 'unsubscribed',
} as const;

const SMS_KINDS = {
  SmsSent: 'sms.sent',
  SmsDelivered: 'sms.delivered',
  SmsFailed: 'sms.failed',
  SmsReceived: 'sms.received',
} as const;

const EMAIL_PREFIX = 'email.';

export type ReportedEmailEvent = Extract<RecordedEmailEvent, { type: keyof typeof EMAIL_KINDS }>;
export type ReportedSmsEvent = Extract<RecordedSmsEvent, { type: keyof typeof SMS_KINDS }>;
export type ReportedEvent = ReportedEmailEvent | ReportedSmsEvent;

/** The domain events that customers hear of. */
export const REPORTED_TYPES: readonly ReportedEvent['type'][] = [
  ...(Object.keys(EMAIL_KINDS) as (keyof typeof EMAIL_KINDS)[]),
  ...(Object.keys(SMS_KINDS) as (keyof typeof SMS_KINDS)[]),
];

export function isReportedEmail(event: ReportedEvent): event is ReportedEmailEvent {
  return event.type in EMAIL_KINDS;
}

/**
 * The kind as it stands in the payload: `delivered`, for the sandbox `email.delivered`, `sms.delivered`
 * (spec section 6 rule 2). Null for what is not reported: a failed SMS that will be tried again.
 */
export function kindOf(event: ReportedEvent): string | null {
  if (isReportedEmail(event)) {
    const kind = EMAIL_KINDS[event.type];
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
