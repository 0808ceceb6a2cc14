import type { Learned } from '../../commands/email/deliveryReport.ts';
import { phaseOf } from '../../mail/bouncePhase.ts';
import type { SmtpRefusal } from '../../mail/classifyBounce.ts';
import { learnedOfFeedback } from '../../mail/feedbackReport.ts';
import { headerFields } from '../../mail/headerFields.ts';
import { mailboxOfField } from '../../mail/mailboxesIn.ts';
import { returnedMessage } from '../../mail/plainBounce.ts';
import { diagnosticLine } from '../mailFindings.ts';
import {
  bareMessageId,
  isIdField,
  type Json,
  listAt,
  numberField,
  textAt,
  textsAt,
  valueAt,
} from './fields.ts';
import { type HookReport, learnedBounce } from './hookReport.ts';

/** Records of mails that came to KumoMTA: they say what their senders wrote, and not what KumoMTA saw. */
const BY_MAIL: ReadonlySet<string> = new Set(['OOB', 'Feedback']);

/** Reports in KumoMTA's log records, one or a list of them, as its log hooks post them. */
export function kumomtaReports(body: Json): readonly HookReport[] {
  return listAt({ body }, 'body').flatMap(reportsOf);
}

function reportsOf(record: Json): HookReport[] {
  const learned = learnedOf(record);
  if (learned === null) return [];
  const timestamp = numberField(record, 'timestamp');
  const feedback = valueAt(record, 'feedback_report');
  const original = returnedMessage(headerFields(textAt(feedback, 'original_message')));
  const recipients = textsAt(record, 'recipient');
  const logged = Object.entries(valueAt(record, 'headers') ?? {}).filter(([name]) => isIdField(name));
  const own = logged.flatMap(([, id]) => (typeof id === 'string' ? [bareMessageId(id)] : []));
  return [
    {
      learned,
      // For a bounce that came back by mail (OOB) the recipient is the bounce address.
      senders: [
        textAt(record, 'sender'),
        ...recipients,
        textAt(feedback, 'original_mail_from'),
        ...original.senders,
      ].flatMap(mailboxOfField),
      messageIds: [...original.messageIds, ...own],
      addresses: [...recipients, ...textsAt(feedback, 'original_rcpt_to')].flatMap(mailboxOfField),
      reportId: [textAt(record, 'id'), textAt(record, 'type'), timestamp ?? ''].join(' '),
      reportedAtMs: timestamp === null ? null : timestamp * 1_000,
      isByMail: BY_MAIL.has(textAt(record, 'type')),
    },
  ];
}

function learnedOf(record: Json): Learned | null {
  const { code, enhanced, text, phase } = responseOf(record);
  const line = [code, enhanced, text].filter((part) => part !== null && part !== '').join(' ');
  switch (textAt(record, 'type')) {
    case 'Delivery':
      return { is: 'delivered', response: diagnosticLine(line) };
    case 'TransientFailure':
      return { is: 'delayed', diagnosticCode: diagnosticLine(line) };
    case 'Bounce':
    case 'OOB':
      return learnedBounce({ code, enhanced, text, phase }, line);
    case 'Expiration':
    case 'AdminBounce':
      // The message expired, or an operator removed it: that says nothing about the address.
      return learnedBounce({ code: 451, enhanced: '4.4.7', text: '' }, line);
    case 'Feedback': {
      const is = learnedOfFeedback(textAt(record, 'feedback_report', 'feedback_type'));
      return is === null ? null : { is };
    }
    default:
      return null;
  }
}

function responseOf(record: Json): SmtpRefusal {
  const response = valueAt(record, 'response');
  const parts = ['class', 'subject', 'detail'].map((name) => numberField(response, 'enhanced_code', name));
  return {
    code: numberField(response, 'code'),
    enhanced: parts.includes(null) ? null : parts.join('.'),
    text: textAt(response, 'content'),
    phase: phaseOf(textAt(response, 'command')),
  };
}
