import type { KnownAddresses } from '../../commands/email/recordDeliveryReport.ts';
import { isRefusedTwice, NO_EVIDENCE } from '../../events/addressEvidence.ts';
import type { Log } from '../../ports/log.ts';
import type { MailOutcome } from '../../ports/mailer.ts';

/**
 * The outcome of a transaction: a hard refusal is Permanent where another message was refused in the same way at least a day
 * before, and nothing was delivered in between. Evidence that cannot be read is none: the outcome must be recorded.
 */
export async function withEvidence<Outcome extends MailOutcome>(
  outcome: Outcome,
  about: { readonly emailId: string; readonly suppressionId: string },
  {
    known,
    nowMs,
    log,
  }: { readonly known: Pick<KnownAddresses, 'get'>; readonly nowMs: number; readonly log: Pick<Log, 'warn'> },
): Promise<Outcome> {
  if (outcome.outcome !== 'bounced' || !outcome.hard) return outcome;
  const { emailId, suppressionId } = about;
  const stored = await known.get(suppressionId).catch((error: unknown) => {
    log.warn({ emailId, err: error }, 'the evidence on an address cannot be read');
    return null;
  });
  const { refusals, deliveries } = stored?.document ?? NO_EVIDENCE;
  if (!isRefusedTwice({ refusals: [...refusals, { emailId, atMs: nowMs }], deliveries })) return outcome;
  const { hard: _, ...twice } = outcome;
  return { ...twice, fault: 'recipient', bounceType: 'Permanent' } as Outcome;
}
