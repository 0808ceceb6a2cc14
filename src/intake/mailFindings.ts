import type { Learned } from '../commands/email/deliveryReport.ts';
import { isAutoReply, isReport } from '../mail/autoReply.ts';
import { phaseIn, type SmtpPhase } from '../mail/bouncePhase.ts';
import { wordsOf } from '../mail/bounceWords.ts';
import { classifyBounce, diagnosticOf } from '../mail/classifyBounce.ts';
import { type DeliveryStatus, deliveryStatus, type RecipientStatus } from '../mail/deliveryStatus.ts';
import { FAILURE, feedbackReport, learnedOfFeedback, recipientsOfCopy } from '../mail/feedbackReport.ts';
import { fieldOf, type HeaderFields, headerFields } from '../mail/headerFields.ts';
import { mailboxesIn } from '../mail/mailboxesIn.ts';
import { plainBounce, quotedMessageIds, returnedMessage, saysFailure } from '../mail/plainBounce.ts';
import { reportText } from '../mail/reportText.ts';
import { hasReply, type ReportWords, reportWords } from '../mail/reportWords.ts';
import type { ReadMail } from '../ports/mailReader.ts';
import type { ReportContent } from './recordReport.ts';

/** What a mail reports, and how it can be matched with a delivery. */
export type MailFindings =
  | ({ readonly is: 'report' } & ReportContent)
  /** It is understood, and there is nothing to record: an absence note, a `relayed`, a withdrawn complaint. */
  | { readonly is: 'nothing'; readonly why: string }
  | { readonly is: 'unclear'; readonly why: string };

/** The message that a report is about, and the report's own time. */
type ReportedMessage = Pick<ReportContent, 'senders' | 'messageIds' | 'reportedAtMs'>;

const RETURNED = /^(?:message\/(?:rfc822|global)|text\/rfc822-headers?|message\/(?:rfc822|global)-headers)$/;
const STATUS = /^message\/(?:global-)?delivery-status$/;
const RECEIPT = /^message\/(?:global-)?disposition-notification$/;

/** The findings in a mail that came to a bounce address. */
export function mailFindings(mail: ReadMail, sender: string): MailFindings {
  const fields = headerFields(mail.head);
  const returned = mail.parts
    .filter(({ type }) => RETURNED.test(type))
    .map(({ content }) => headerFields(content));
  const messages = returned.map(returnedMessage);
  const report: ReportedMessage = {
    senders: messages.flatMap(({ senders }) => senders),
    messageIds: [...messages.flatMap(({ messageIds }) => messageIds), ...quotedMessageIds(mail.text)],
    reportedAtMs: Date.parse(fieldOf(fields, 'date')) || null,
  };
  const status = mail.parts.find(({ type }) => STATUS.test(type));
  // A receipt shows that the message arrived (RFC 8098), whatever its words say.
  const isReceipt =
    isReport(fields, 'disposition-notification') || mail.parts.some(({ type }) => RECEIPT.test(type));
  if (status === undefined && isReceipt) return { is: 'nothing', why: 'disposition notification' };
  const words = wordsOfReport(mail, fields, returned);
  // Where it could not be taken apart, its fields are in its text.
  const said = deliveryStatus(status?.content ?? (isReport(fields, 'delivery-status') ? mail.text : ''));
  if (said.recipients.length > 0) return statusFindings(said, words, report);
  const feedback = mail.parts.find(({ type }) => type === 'message/feedback-report');
  if (feedback !== undefined) return feedbackFindings(feedback.content, returned, report);
  const complaint = complaintOfCopy(mail, fields, returned);
  if (complaint !== null) return { is: 'report', source: 'arf', findings: [complaint], ...report };
  // Some gateways mark their reports as answers, and have names of their own.
  const isSystem = status !== undefined || (sender === '' && saysFailure(mail.subject));
  if (!isSystem && isAutoReply(fields, mail.subject)) return { is: 'nothing', why: 'auto-reply' };
  // A gateway may wrap the report. It is no report that was sent to someone else, and returned: that one has words before it.
  const isOwn = saysFailure(words.whole) || (words.named.length > 0 && hasReply(words.whole));
  if (mail.wrapped !== undefined && !isOwn) return mailFindings({ ...mail.wrapped, head: mail.head }, sender);
  return plainFindings(mail, sender, fields, words, report);
}

/**
 * Microsoft's complaint without a feedback report: a multipart/mixed with the copy of the message alone, which has the
 * recipient in a field of its own. Null for any other mail.
 */
function complaintOfCopy(
  { subject, text, parts }: ReadMail,
  fields: HeaderFields,
  copies: readonly HeaderFields[],
): ReportContent['findings'][number] | null {
  const isCopyAlone = text.trim() === '' && parts.map(({ type }) => type).join() === 'message/rfc822';
  const isMixed = /^multipart\/mixed\b/i.test(fieldOf(fields, 'content-type'));
  if (!isCopyAlone || !isMixed || fields.has('x-failed-recipients')) return null;
  if (FAILURE.test(subject) || hasReply(subject)) return null;
  const addresses = copies.flatMap(recipientsOfCopy);
  return addresses.length === 0 ? null : { learned: { is: 'complained' }, addresses, about: addresses };
}

/** What the mail says to people; the addresses that it came from and goes to are no recipients of the message. */
function wordsOfReport(
  { text }: ReadMail,
  fields: HeaderFields,
  returned: readonly HeaderFields[],
): ReportWords {
  const { lines, senders } = reportText(
    text,
    returned.map((one) => fieldOf(one, 'subject')),
  );
  const header = ['from', 'to', 'return-path'].map((name) => fieldOf(fields, name));
  const sent = returned.map((one) => fieldOf(one, 'from'));
  return reportWords({ lines, senders: [...senders, ...mailboxesIn([...header, ...sent].join(' '))] });
}

function plainFindings(
  { subject }: ReadMail,
  sender: string,
  fields: HeaderFields,
  words: ReportWords,
  about: ReportedMessage,
): MailFindings {
  const bounce = plainBounce(fields, { sender, subject }, words);
  if (bounce === null) return { is: 'unclear', why: 'no report was recognised in it' };
  const status = { action: bounce.action, status: null };
  const findings = bounce.recipients.flatMap(({ addresses, refusal }) =>
    learnedOf(status, refusal, refusal || words.whole || subject).map((learned) => ({
      ...{ learned, addresses },
      about: addresses,
    })),
  );
  return { is: 'report', source: 'bounce', findings, ...about };
}

function statusFindings(
  { envelopeId, recipients }: DeliveryStatus,
  text: ReportWords,
  about: ReportedMessage,
): MailFindings {
  const findings = recipients.flatMap((recipient) => {
    const { addresses, finalAddresses, diagnostic, status } = recipient;
    const inText = text.about(addresses, recipients.length === 1);
    // Of a server's reply the text may know the command that it answered; what else it says to people is no reply.
    const isWhole = /\p{L}/u.test(diagnostic) && hasReply(diagnostic);
    const judged = isWhole ? diagnostic : `${diagnostic}\n${inText}`.trim();
    const shown = diagnostic || inText || status || text.whole;
    const learned = learnedOf(recipient, judged, shown, isWhole ? phaseIn(wordsOf(inText)) : null);
    return learned.map((one) => ({ learned: one, addresses, about: finalAddresses }));
  });
  if (findings.length === 0) return { is: 'nothing', why: 'relayed' };
  const senders = envelopeId === '' ? about.senders : [...about.senders, envelopeId];
  return { is: 'report', source: 'dsn', findings, ...about, senders };
}

/**
 * RFC 3464, section 2.3.3: `relayed` means that no more reports will come, so there is nothing to record; `expanded` that the
 * message reached the recipient's own address and was forwarded from there.
 * @param words by which it is judged
 * @param shown to the customer
 */
function learnedOf(
  { action, status }: Pick<RecipientStatus, 'action' | 'status'>,
  words: string,
  shown: string,
  phase: SmtpPhase | null = null,
): Learned[] {
  const diagnosticCode = diagnosticLine(shown);
  switch (action) {
    case 'failed':
      return [
        {
          is: 'bounced',
          ...classifyBounce({ code: null, enhanced: status, text: words, phase }),
          diagnosticCode,
        },
      ];
    case 'delayed':
      return [{ is: 'delayed', diagnosticCode }];
    case 'delivered':
    case 'expanded':
      return [{ is: 'delivered', response: diagnosticCode }];
    case 'relayed':
      return [];
  }
}

function feedbackFindings(
  content: string,
  returned: readonly HeaderFields[],
  about: ReportedMessage,
): MailFindings {
  const { type, addresses, senders } = feedbackReport(content);
  const is = learnedOfFeedback(type);
  if (is === null) return { is: 'nothing', why: `feedback ${type.slice(0, 40)}` };
  const named = [...addresses, ...returned.flatMap(recipientsOfCopy)];
  const findings = [{ learned: { is }, addresses: named, about: [] }];
  return { is: 'report', source: 'arf', findings, ...about, senders: [...senders, ...about.senders] };
}

/** A server's words for the customer: null when there are none. */
export function diagnosticLine(text: string): string | null {
  return diagnosticOf(text) || null;
}
