import type { Learned } from '../../commands/email/learnOfDelivery.ts';
import { inOneLine } from '../../events/fieldForms.ts';
import { classifyBounce, type SmtpRefusal } from '../../mail/classifyBounce.ts';

/** What a mail service tells of one delivery, and by what that can be found. */
export interface HookReport {
  readonly learned: Learned;
  /** Envelope senders, whose local parts may be tokens. */
  readonly senders: readonly string[];
  /** Without angle brackets. */
  readonly messageIds: readonly string[];
  readonly addresses: readonly string[];
  /** The report's own name in the service that tells it. */
  readonly reportId: string;
}

const MAX_DIAGNOSTIC_CHARS = 1_000;

/** A server's words for the customer: one line of at most 1,000 characters, null when there are none. */
export function diagnosticLine(text: string): string | null {
  return inOneLine(text).slice(0, MAX_DIAGNOSTIC_CHARS) || null;
}

/** A bounce as our own rules see it. */
export function bounceOf(refused: SmtpRefusal, diagnostic: string = refused.text): Learned {
  return { is: 'bounced', ...classifyBounce(refused), diagnosticCode: diagnosticLine(diagnostic) };
}
