import type { Learned } from '../../commands/email/deliveryReport.ts';
import { classifyBounce, type SmtpRefusal } from '../../mail/classifyBounce.ts';
import { diagnosticLine } from '../mailFindings.ts';

/** A mail service's report about one delivery, and how to find that delivery. */
export interface HookReport {
  readonly learned: Learned;
  /** Envelope senders, whose local parts may be tokens. */
  readonly senders: readonly string[];
  /** Message-IDs without angle brackets, and values of `X-Postledger-Id`. */
  readonly messageIds: readonly string[];
  readonly addresses: readonly string[];
  /** The report's id in the service that sends it. */
  readonly reportId: string;
  /** The report's own time; null: it has none. */
  readonly reportedAtMs: number | null;
  /** A mail that came to the service, which anyone may have written; absent: the service reports what it did itself. */
  readonly isByMail?: boolean;
}

/** A bounce by our own rules. */
export function bounceOf(refusal: SmtpRefusal, diagnostic: string = refusal.text): Learned {
  return { is: 'bounced', ...classifyBounce(refusal), diagnosticCode: diagnosticLine(diagnostic) };
}
