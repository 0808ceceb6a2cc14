import type { Finding, Learned, ReportSource } from '../commands/email/deliveryReport.ts';
import { inOneLine } from '../events/fieldPatterns.ts';
import { isAutoReply } from '../mail/autoReply.ts';
import { classifyBounce, diagnosticOf } from '../mail/classifyBounce.ts';
import { type DsnAction, deliveryStatus, type RecipientStatus } from '../mail/deliveryStatus.ts';
import { feedbackReport } from '../mail/feedbackReport.ts';
import { fieldOf, type HeaderFields, headerFields } from '../mail/headerFields.ts';
import { plainBounce, quotedMessageIds, refusalIn, returnedMessage } from '../mail/plainBounce.ts';
import type { ReadMail } from '../ports/mailReader.ts';

/** The report of a mail about one recipient, or about the recipient of its token or Message-ID. */
export interface RecipientFinding extends Finding {
  /** Addresses that may be the recipient's. */
  readonly addresses: readonly string[];
}

/** What a mail reports, and how it can be matched with a delivery. */
export type MailFindings =
  | ({
      readonly is: 'report';
      readonly source: ReportSource;
      readonly findings: readonly RecipientFinding[];
      readonly reportedAtMs: number | null;
    } & ReportedMessage)
  /** It is understood, and there is nothing to record: an absence note, a `relayed`, a withdrawn complaint. */
  | { readonly is: 'nothing'; readonly why: string }
  | { readonly is: 'unclear'; readonly why: string };

/** The message that a report is about. */
interface ReportedMessage {
  /** Envelope senders, whose local parts may be tokens. */
  readonly senders: readonly string[];
  /** Message-IDs without angle brackets, and values of `X-Postledger-Id`. */
  readonly messageIds: readonly string[];
}

type DatedReport = ReportedMessage & { readonly reportedAtMs: number | null };

const RETURNED = /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/;
const STATUS = /^message\/(?:global-)?delivery-status$/;

/** The findings in a mail that came to a bounce address. */
export function mailFindings(mail: ReadMail, sender: string): MailFindings {
  const fields = headerFields(mail.head);
  const returned = mail.parts
    .filter(({ type }) => RETURNED.test(type))
    .map(({ content }) => headerFields(content));
  const about: ReportedMessage = {
    senders: returned.flatMap((one) => returnedMessage(one).senders),
    messageIds: [
      ...returned.flatMap((one) => returnedMessage(one).messageIds),
      ...quotedMessageIds(mail.text),
    ],
  };
  const when = { reportedAtMs: Date.parse(fieldOf(fields, 'date')) || null };
  const status = mail.parts.find(({ type }) => STATUS.test(type));
  if (status !== undefined) return statusFindings(mail, status.content, { ...about, ...when });
  const feedback = mail.parts.find(({ type }) => type === 'message/feedback-report');
  if (feedback !== undefined) return feedbackFindings(feedback.content, returned, { ...about, ...when });
  if (isAutoReply(fields, mail.subject)) return { is: 'nothing', why: 'auto-reply' };
  const bounce = plainBounce(fields, { sender, subject: mail.subject, text: mail.text });
  if (bounce === null) return { is: 'unclear', why: 'no report was recognised in it' };
  const { action, refusal, addresses } = bounce;
  const learned = learnedOf({ action, status: null, diagnostic: refusal }, refusal);
  if (learned === null) return { is: 'nothing', why: action };
  return {
    is: 'report',
    source: 'bounce',
    findings: [{ learned, addresses, about: addresses }],
    ...about,
    ...when,
  };
}

function statusFindings({ text }: ReadMail, content: string, about: DatedReport): MailFindings {
  const { envelopeId, recipients } = deliveryStatus(content);
  if (recipients.length === 0) return { is: 'unclear', why: 'its delivery status names no recipient' };
  const refusal = recipients.some(({ diagnostic }) => diagnostic === '') ? refusalIn(text) : '';
  const findings = recipients.flatMap((recipient) => {
    const words = recipient.diagnostic || refusal;
    const learned = learnedOf(recipient, words);
    const { addresses, finalAddresses } = recipient;
    return learned === null ? [] : [{ learned, addresses, about: finalAddresses }];
  });
  if (findings.length === 0) return { is: 'nothing', why: 'relayed' };
  const senders = envelopeId === '' ? about.senders : [...about.senders, envelopeId];
  return { is: 'report', source: 'dsn', findings, ...about, senders };
}

/**
 * RFC 3464, section 2.3.3: `relayed` means that no more reports will come, so there is nothing to record; `expanded` that the
 * message reached the recipient's own address and was forwarded from there.
 */
function learnedOf(
  status: Pick<RecipientStatus, 'status' | 'diagnostic'> & { readonly action: DsnAction },
  words: string,
): Learned | null {
  const diagnostic = diagnosticLine(words) ?? status.status;
  switch (status.action) {
    case 'failed': {
      const verdict = classifyBounce({ code: null, enhanced: status.status, text: inOneLine(words) });
      return { is: 'bounced', ...verdict, diagnosticCode: diagnostic };
    }
    case 'delayed':
      return { is: 'delayed', diagnosticCode: diagnostic };
    case 'delivered':
    case 'expanded':
      return { is: 'delivered', response: diagnostic };
    case 'relayed':
      return null;
  }
}

function feedbackFindings(
  content: string,
  returned: readonly HeaderFields[],
  about: DatedReport,
): MailFindings {
  const { kind, type, addresses, originalSender } = feedbackReport(content);
  if (kind === 'other') return { is: 'nothing', why: `feedback ${type.slice(0, 40)}` };
  const learned: Learned = kind === 'complaint' ? { is: 'complained' } : { is: 'unsubscribed' };
  const recipients = returned.flatMap((fields) => fields.get('x-hmxmroriginalrecipient') ?? []);
  return {
    is: 'report',
    source: 'arf',
    findings: [{ learned, addresses: [...addresses, ...recipients], about: [] }],
    ...about,
    senders: [originalSender, ...about.senders],
  };
}

/** A server's words for the customer: null when there are none. */
export function diagnosticLine(text: string): string | null {
  return diagnosticOf(text) || null;
}
