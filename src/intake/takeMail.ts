import { createHash } from 'node:crypto';
import { isAbsenceNote } from '../mail/autoReply.ts';
import { fieldOf, headerFields } from '../mail/headerFields.ts';
import type { IncomingMail } from '../ports/mailIntake.ts';
import type { MailReader, ReadMail } from '../ports/mailReader.ts';
import type { Ports } from '../ports/ports.ts';
import { networkOf } from '../queues/networkOf.ts';
import type { FeedbackProof } from './feedbackLoops.ts';
import { type MailFindings, mailFindings } from './mailFindings.ts';
import { deliveryOfAddress, isSignedAddress } from './matchDelivery.ts';
import { type RecordDependencies, recordReport } from './recordReport.ts';

export interface TakeMailDependencies extends RecordDependencies, Pick<Ports, 'unmatched' | 'log'> {
  readonly reader: MailReader;
  readonly feedbackProof: FeedbackProof;
}

/** `kept`: for the operator, since it belongs to no delivery; `unread`: it could not be parsed as a mail. */
export type TakeMailOutcome = 'recorded' | 'nothing' | 'kept' | 'unread' | 'later';

/**
 * Handles a mail that came to a bounce address. When this resolves, except with `later`, everything is on the disk. No mail
 * is ever sent as an answer.
 * @throws EventStoreUnavailable
 */
export async function takeMail(
  dependencies: TakeMailDependencies,
  mail: IncomingMail,
): Promise<TakeMailOutcome> {
  const isSigned = mail.recipients.some((address) => isSignedAddress(dependencies.tokens, address));
  const read = await dependencies.reader.read(mail.raw, { isSigned, network: networkOf(mail.remoteAddress) });
  if (read === null) return keepForOperator(dependencies, mail, 'it cannot be read as a mail', 'unread');
  const findings = unsubscription(dependencies, mail, read) ?? mailFindings(read, mail.sender);
  dependencies.metrics.count('postledger_intake_mails_total', { is: findings.is });
  if (findings.is === 'nothing') return 'nothing';
  if (findings.is !== 'report') return keepForOperator(dependencies, mail, findings.why, 'kept');
  const reportId = reportIdOf(mail, read.head);
  const senders = [...mail.recipients, ...findings.senders];
  const isNamed = () => senders.some((one) => deliveryOfAddress(dependencies.tokens, one) !== null);
  const proof =
    findings.source !== 'arf' || isNamed() ? 'unsigned' : await dependencies.feedbackProof(mail, read.head);
  if (proof === 'later') return 'later';
  const outcomes = await recordReport(dependencies, { ...findings, proof, senders, reportId });
  if (outcomes.includes('later')) return 'later';
  if (outcomes.includes('refused'))
    return keepForOperator(dependencies, mail, 'it belongs to no delivery that is known', 'kept');
  return 'recorded';
}

/**
 * A mail to the address in `List-Unsubscribe` (RFC 2369, section 3.2) unsubscribes, with any text; null for other mails. An
 * absence note or a bounce does not unsubscribe. Mail programs mark their wishes as automatic, so that is no sign of either.
 */
function unsubscription(
  { tokens }: TakeMailDependencies,
  mail: IncomingMail,
  read: ReadMail,
): MailFindings | null {
  if (!mail.recipients.some((address) => deliveryOfAddress(tokens, address, 'unsubscribe') !== null))
    return null;
  if (mail.sender === '' || isAbsenceNote(headerFields(read.head), read))
    return { is: 'nothing', why: 'auto-reply' };
  const findings = [{ learned: { is: 'unsubscribed' as const }, addresses: [], about: [] }];
  return { is: 'report', source: 'mailto', findings, reportedAtMs: null, senders: [], messageIds: [] };
}

/** An id that is the same each time the mail comes: its Message-ID, or a hash of its bytes. */
function reportIdOf({ raw }: IncomingMail, head: string): string {
  const messageId = fieldOf(headerFields(head), 'message-id');
  return messageId === '' ? createHash('sha256').update(raw).digest('hex') : messageId;
}

async function keepForOperator<Outcome extends TakeMailOutcome>(
  { unmatched, ledger, log, metrics }: TakeMailDependencies,
  { raw, ...mail }: IncomingMail,
  why: string,
  outcome: Outcome,
): Promise<Outcome> {
  await unmatched.store({ ...mail, why, atMs: ledger.clock.nowMs() }, raw);
  metrics.count('postledger_intake_unmatched_total');
  log.warn(
    { why, remoteAddress: mail.remoteAddress },
    'a mail to a bounce address was kept for the operator',
  );
  return outcome;
}
