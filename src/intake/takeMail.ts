import { createHash } from 'node:crypto';
import type { ReportOutcome } from '../commands/email/recordDeliveryReport.ts';
import { isAutoReply } from '../mail/autoReply.ts';
import { fieldOf, headerFields } from '../mail/headerFields.ts';
import type { Log } from '../ports/log.ts';
import type { IncomingMail } from '../ports/mailIntake.ts';
import type { MailReader, ReadMail } from '../ports/mailReader.ts';
import type { Tokens } from '../ports/tokens.ts';
import type { UnmatchedMails } from '../ports/unmatchedMail.ts';
import { type MailFindings, mailFindings, type RecipientFinding } from './mailFindings.ts';
import { deliveryOfAddress, matchesByMessageId } from './matchDelivery.ts';
import { type RecordDependencies, recordReport } from './recordReport.ts';

export interface TakeMailDependencies extends RecordDependencies {
  readonly tokens: Tokens;
  readonly reader: MailReader;
  readonly unmatched: UnmatchedMails;
  readonly log: Log;
}

/** `kept`: for the operator, since it belongs to no delivery; `unread`: it could not be parsed as a mail. */
export type TakeMailOutcome = 'recorded' | 'nothing' | 'kept' | 'unread' | 'later';

type Report = Extract<MailFindings, { is: 'report' }>;

/**
 * Handles a mail that came to a bounce address. When this resolves, except with `later`, everything is on the disk. No mail
 * is ever sent as an answer.
 * @throws EventStoreUnavailable
 */
export async function takeMail(
  dependencies: TakeMailDependencies,
  mail: IncomingMail,
): Promise<TakeMailOutcome> {
  const read = await dependencies.reader.read(mail.raw);
  if (read === null) return keepForOperator(dependencies, mail, 'it cannot be read as a mail', 'unread');
  const findings = unsubscription(dependencies, mail, read) ?? mailFindings(read, mail.sender);
  dependencies.metrics.count('postledger_intake_mails_total', { is: findings.is });
  if (findings.is === 'nothing') return 'nothing';
  if (findings.is === 'unclear') return keepForOperator(dependencies, mail, findings.why, 'kept');
  const reportId = reportIdOf(mail, read.head);
  const outcomes = await recordAll(dependencies, mail, findings, reportId);
  if (outcomes.includes('later')) return 'later';
  if (outcomes.includes('refused'))
    return keepForOperator(dependencies, mail, 'it belongs to no delivery that is known', 'kept');
  return 'recorded';
}

/**
 * A mail to the address in `List-Unsubscribe` (RFC 2369, section 3.2) unsubscribes, with any text; null for other mails. A
 * mail that no person sent, such as an absence note or a bounce, does not unsubscribe.
 */
function unsubscription(
  { tokens }: TakeMailDependencies,
  mail: IncomingMail,
  read: ReadMail,
): MailFindings | null {
  if (!mail.recipients.some((address) => deliveryOfAddress(tokens, address, 'unsubscribe') !== null))
    return null;
  if (mail.sender === '' || isAutoReply(headerFields(read.head), read.subject))
    return { is: 'nothing', why: 'auto-reply' };
  const findings = [{ learned: { is: 'unsubscribed' as const }, addresses: [] }];
  return { is: 'report', source: 'mailto', findings, senders: [], messageIds: [] };
}

async function recordAll(
  dependencies: TakeMailDependencies,
  mail: IncomingMail,
  { source, findings, senders, messageIds }: Report,
  reportId: string,
): Promise<readonly ReportOutcome[]> {
  const use = source === 'mailto' ? 'unsubscribe' : 'bounce';
  const match = [...mail.recipients, ...senders]
    .map((address) => deliveryOfAddress(dependencies.tokens, address, use))
    .find((delivery) => delivery !== null);
  if (match != null) {
    const { learned } = mildest(findings);
    return [await recordReport(dependencies, [match], { learned, source, reportId })];
  }
  const outcomes: ReportOutcome[] = [];
  for (const { learned, addresses } of findings) {
    const matches = matchesByMessageId(messageIds, addresses).filter(
      // A report about several recipients is not about 'the only one'.
      ({ recipient }) => findings.length === 1 || recipient !== 'only',
    );
    outcomes.push(await recordReport(dependencies, matches, { learned, source, reportId }));
  }
  return outcomes;
}

const BY_MILDNESS: readonly RecipientFinding['learned']['is'][] = ['delivered', 'delayed', 'bounced'];

/**
 * A bounce address is of one recipient. If the report names several, that recipient forwards to them, and is reached as long
 * as one of them is.
 */
function mildest(findings: readonly RecipientFinding[]): RecipientFinding {
  const [first, ...others] = findings;
  if (first === undefined) throw new Error('a report without a finding');
  const rank = ({ learned }: RecipientFinding) => BY_MILDNESS.indexOf(learned.is);
  return others.reduce((mild, other) => (rank(other) < rank(mild) ? other : mild), first);
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
