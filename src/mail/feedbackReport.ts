import { fieldGroups, fieldOf, type HeaderFields } from './headerFields.ts';
import { mailboxOfField } from './mailboxesIn.ts';

/** A mailbox provider's report of what its user did with a message (RFC 5965). */
export interface FeedbackReport {
  /** `abuse`, `not-spam` and so on, in lower case. */
  readonly type: string;
  /** Recipients that are named; empty where they are redacted. */
  readonly addresses: readonly string[];
  /** The envelope sender of the reported message, where it is given. */
  readonly senders: readonly string[];
}

/**
 * The recipient's wish by a feedback type, in any letter case. Null: the recipient did not object: `not-spam` withdraws a
 * complaint; `auth-failure` (RFC 6591) and `virus` come from the server, not from the user.
 */
export function learnedOfFeedback(type: string): 'complained' | 'unsubscribed' | null {
  if (/^(?:abuse|fraud)$/i.test(type)) return 'complained';
  return /^opt-out(?:-list)?$/i.test(type) ? 'unsubscribed' : null;
}

/** Reads the body of a `message/feedback-report` part (RFC 5965, section 3). */
export function feedbackReport(content: string): FeedbackReport {
  const fields = new Map(fieldGroups(content).flatMap((group) => [...group]));
  const named = [...(fields.get('original-rcpt-to') ?? []), ...(fields.get('removal-recipient') ?? [])];
  return {
    type: fieldOf(fields, 'feedback-type').toLowerCase(),
    addresses: named.flatMap(mailboxOfField),
    senders: mailboxOfField(fieldOf(fields, 'original-mail-from')),
  };
}

/** Words and codes of a failure in a subject: then a mail with a copy of the message is a bounce, and no complaint. */
export const FAILURE =
  /fail|undeliver|not\b.{0,20}deliver|non-?deliver|return|reject|bounce|delivery status|unzustell|nicht zugestellt|non remis|échec|no entregad|mancata consegna|não entreg|(?<![.\d])[45](?:\d\d|\.\d{1,3}\.\d{1,3})(?![.\d])/i;

/** The recipient that Microsoft writes into the copy. */
export function recipientsOfCopy(copy: HeaderFields): readonly string[] {
  return (copy.get('x-hmxmroriginalrecipient') ?? []).flatMap(mailboxOfField);
}
