import type { Learned } from '../../commands/email/deliveryReport.ts';
import { classifyBounce, type SmtpRefusal } from '../../mail/classifyBounce.ts';
import { diagnosticLine } from '../mailFindings.ts';
import type { ReadReport } from '../recordReport.ts';

/** A mail service's report about one delivery, and how to find that delivery. */
export interface HookReport extends Omit<ReadReport, 'source' | 'proof' | 'findings'> {
  readonly learned: Learned;
  readonly addresses: readonly string[];
  /** A mail that came to the service, which anyone may have written; absent: the service reports what it did itself. */
  readonly isByMail?: boolean;
}

/** A bounce by our own rules. */
export function learnedBounce(refusal: SmtpRefusal, diagnostic: string = refusal.text): Learned {
  return { is: 'bounced', ...classifyBounce(refusal), diagnosticCode: diagnosticLine(diagnostic) };
}
