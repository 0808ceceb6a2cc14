import type { Learned, ReportSource } from '../commands/email/learnOfDelivery.ts';
import { inOneLine } from '../events/fieldForms.ts';
import { isAutoReply } from '../mail/autoReply.ts';
import { classifyBounce } from '../mail/classifyBounce.ts';
import { type DsnAction, deliveryStatus, type RecipientStatus } from '../mail/deliveryStatus.ts';
import { feedbackReport } from '../mail/feedbackReport.ts';
import { type HeaderFields, headerFields } from '../mail/headerFields.ts';
import { plainBounce, quotedMessageIds, refusalIn, returnedMessage } from '../mail/plainBounce.ts';
import type { ReadMail } from '../ports/mailReader.ts';

/** What a mail says of one recipient, or of the one that its token or Message-ID leads to. */
export interface RecipientFinding {
  readonly learned: Learned;
  /** Addresses that may be the recipient's. */
  readonly addresses: readonly string[];
}

/** What a mail is, and by what it can be matched with a delivery. */
export type MailFindings =
  | {
      readonly is: 'report';
      readonly source: ReportSource;
      readonly findings: readonly RecipientFinding[];
      /** Envelope senders of the message that is spoken of, whose local parts may be tokens. */
      readonly senders: readonly string[];
      /** Its Message-IDs, without angle brackets. */
      readonly messageIds: readonly string[];
    }
  /** It is understood, and there is nothing to record: an absence note, a `relayed`, a complaint taken back. */
  | { readonly is: 'nothing'; readonly why: string }
  | { readonly is: 'unclear'; readonly why: string };

const RETURNED = /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/;
const STATUS = /^message\/(?:global-)?delivery-status$/;
const MAX_DIAGNOSTIC_CHARS = 1_000;

/** What a mail that came to a bounce address says. */
export function mailFindings(mail: ReadMail, sender: string): MailFindings {
  const fields = headerFields(mail.head);
  const returned = mail.parts
    .filter(({ type }) => RETURNED.test(type))
    .map(({ content }) => headerFields(content));
  const about = {
    senders: returned.flatMap((one) => returnedMessage(one).senders),
    messageIds: [
      ...returned.flatMap((one) => returnedMessage(one).messageIds),
      ...quotedMessageIds(mail.text),
    ],
  };
  const status = mail.parts.find(({ type }) => STATUS.test(type));
  if (status !== undefined) return statusFindings(mail, status.content, about);
  const feedback = mail.parts.find(({ type }) => type === 'message/feedback-report');
  if (feedback !== undefined) return feedbackFindings(feedback.content, returned, about);
  if (isAutoReply(fields, mail.subject)) return { is: 'nothing', why: 'auto-reply' };
  const bounce = plainBounce(fields, { sender, subject: mail.subject, text: mail.text });
  if (bounce === null) return { is: 'unclear', why: 'no report was recognised in it' };
  const { action, refusal, addresses } = bounce;
  const learned = learnedOf({ action, status: null, diagnostic: refusal }, refusal);
  if (learned === null) return { is: 'nothing', why: action };
  return { is: 'report', source: 'bounce', findings: [{ learned, addresses }], ...about };
}

interface About {
  readonly senders: readonly string[];
  readonly messageIds: readonly string[];
}

function statusFindings({ text }: ReadMail, content: string, about: About): MailFindings {
  const { envelopeId, recipients } = deliveryStatus(content);
  if (recipients.length === 0) return { is: 'unclear', why: 'its delivery status names no recipient' };
  const findings = recipients.flatMap((recipient) => {
    const words = recipient.diagnostic === '' ? refusalIn(text) : recipient.diagnostic;
    const learned = learnedOf(recipient, words);
    return learned === null ? [] : [{ learned, addresses: recipient.addresses }];
  });
  if (findings.length === 0) return { is: 'nothing', why: 'relayed' };
  const senders = envelopeId === '' ? about.senders : [...about.senders, envelopeId];
  return { is: 'report', source: 'dsn', findings, ...about, senders };
}

/**
 * RFC 3464, section 2.3.3: `relayed` says that nothing more will be heard, which is no news; `expanded` that the recipient's
 * own address was reached and the message sent on from there.
 */
function learnedOf(
  told: Pick<RecipientStatus, 'status' | 'diagnostic'> & { readonly action: DsnAction },
  words: string,
): Learned | null {
  const diagnostic = inOneLine(words).slice(0, MAX_DIAGNOSTIC_CHARS) || told.status;
  switch (told.action) {
    case 'failed': {
      const verdict = classifyBounce({ code: null, enhanced: told.status, text: inOneLine(words) });
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

function feedbackFindings(content: string, returned: readonly HeaderFields[], about: About): MailFindings {
  const { kind, type, addresses, originalSender } = feedbackReport(content);
  if (kind === 'other') return { is: 'nothing', why: `feedback ${type.slice(0, 40)}` };
  const learned: Learned = kind === 'complaint' ? { is: 'complained' } : { is: 'unsubscribed' };
  const recipients = returned.flatMap((fields) => fields.get('x-hmxmroriginalrecipient') ?? []);
  return {
    is: 'report',
    source: 'arf',
    findings: [{ learned, addresses: [...addresses, ...recipients] }],
    ...about,
    senders: [originalSender, ...about.senders],
  };
}
