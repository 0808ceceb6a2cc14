import type { Learned } from '../../commands/email/deliveryReport.ts';
import { BounceSubType } from '../../events/email.ts';
import { lessFinal } from '../../mail/bounceVerdict.ts';
import { BOUNCE_RULES, decisionOn } from '../../mail/classifyBounce.ts';
import { learnedOfFeedback } from '../../mail/feedbackReport.ts';
import { diagnosticLine } from '../mailFindings.ts';
import { bareMessageId, isIdField, type Json, listAt, textAt, textsAt } from './fields.ts';
import type { HookReport } from './hookReport.ts';

/** Our sub-type for one of Amazon SES, which has the same names, and one more. */
function subTypeOf(given: string): BounceSubType {
  if (given === 'OnAccountSuppressionList') return 'Suppressed';
  return BounceSubType.anyOf.find((one) => one.const === given)?.const ?? 'General';
}

/**
 * The reports of Amazon SES, in a notification (`notificationType`) or in a published event (`eventType`).
 * `messageId`: that of the SNS message, which is the same each time it comes.
 */
export function sesReports(event: Json, messageId: string): readonly HookReport[] {
  const about = {
    senders: [textAt(event, 'mail', 'source')],
    messageIds: messageIdsOf(event),
    reportId: messageId,
    reportedAtMs:
      REPORTS.map((name) => Date.parse(textAt(event, name, 'timestamp'))).find((ms) => ms > 0) ?? null,
  };
  return learnedOf(event).map(([address, learned]) => ({ ...about, addresses: [address], learned }));
}

/** The parts of a report that have its time; that of `mail` is when the message was sent. */
const REPORTS = ['bounce', 'complaint', 'delivery', 'deliveryDelay'] as const;

/** SES has its own id of a message; ours is in the headers, if SES is set up to include them. */
function messageIdsOf(event: Json): string[] {
  const headers = listAt(event, 'mail', 'headers');
  const own = headers.filter((header) => isIdField(textAt(header, 'name')));
  return [textAt(event, 'mail', 'commonHeaders', 'messageId'), ...own.map((one) => textAt(one, 'value'))]
    .map(bareMessageId)
    .filter((id) => id !== '');
}

type AddressReport = readonly [address: string, learned: Learned];

function learnedOf(event: Json): readonly AddressReport[] {
  switch (textAt(event, 'eventType') || textAt(event, 'notificationType')) {
    case 'Bounce': {
      const [type, subType] = [
        textAt(event, 'bounce', 'bounceType'),
        textAt(event, 'bounce', 'bounceSubType'),
      ];
      return recipientsAt(event, ['bounce', 'bouncedRecipients'], (one) => bounced(type, subType, one));
    }
    case 'Complaint':
      return complained(event);
    case 'Delivery': {
      const response = diagnosticLine(textAt(event, 'delivery', 'smtpResponse'));
      return textsAt(event, 'delivery', 'recipients').map((one) => [one, { is: 'delivered', response }]);
    }
    case 'DeliveryDelay':
      return recipientsAt(event, ['deliveryDelay', 'delayedRecipients'], (one) => ({
        is: 'delayed',
        diagnosticCode: diagnosticLine(textAt(one, 'diagnosticCode')),
      }));
    case 'Reject': {
      const diagnosticCode = diagnosticLine(textAt(event, 'reject', 'reason'));
      const refused = { bounceType: 'Transient', bounceSubType: 'ContentRejected', diagnosticCode } as const;
      return textsAt(event, 'mail', 'destination').map((one) => [one, { is: 'bounced', ...refused }]);
    }
    default:
      return [];
  }
}

function recipientsAt(
  event: Json,
  path: readonly string[],
  learned: (recipient: Json) => Learned,
): readonly AddressReport[] {
  return listAt(event, ...path).map((one) => [textAt(one, 'emailAddress'), learned(one)]);
}

const BY_CODES = BOUNCE_RULES.at(-1);

/**
 * Of what SES says and what our own rules make of the words the less final counts: SES takes any 5yz for Permanent. A reason
 * that SES names outweighs codes alone. Where SES does not decide, our own rules do.
 */
function bounced(type: string, subType: string, recipient: Json): Learned {
  const text = textAt(recipient, 'diagnosticCode');
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(textAt(recipient, 'status'))?.[0] ?? null;
  const { by, verdict: own } = decisionOn({ code: null, enhanced: status, text });
  const diagnosticCode = diagnosticLine(text) ?? status;
  if (type === 'Undetermined' || type === '') return { is: 'bounced', ...own, diagnosticCode };
  const bounceType = type === 'Permanent' ? 'Permanent' : 'Transient';
  const bounceSubType = subTypeOf(subType);
  const reported = { bounceType, bounceSubType } as const;
  const isNamed = bounceSubType !== 'General';
  const isAlone = diagnosticCode === null || bounceSubType === 'Suppressed' || (isNamed && by === BY_CODES);
  const verdict = isAlone ? reported : lessFinal(isNamed ? [reported, own] : [own, reported]);
  return { is: 'bounced', ...(verdict ?? reported), diagnosticCode };
}

/** SES reports as a complaint, too, that it sent nothing because of an earlier one: its list names the address. */
const NOT_SENT: Learned = {
  is: 'bounced',
  bounceType: 'Permanent',
  bounceSubType: 'Suppressed',
  diagnosticCode: null,
};

function complained(event: Json): readonly AddressReport[] {
  const recipients = ['complaint', 'complainedRecipients'];
  if (textAt(event, 'complaint', 'complaintSubType') === 'OnAccountSuppressionList')
    return recipientsAt(event, recipients, () => NOT_SENT);
  const feedback = textAt(event, 'complaint', 'complaintFeedbackType');
  const is = feedback === '' ? 'complained' : learnedOfFeedback(feedback);
  return is === null ? [] : recipientsAt(event, recipients, () => ({ is }));
}
