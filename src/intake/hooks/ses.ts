import type { Learned } from '../../commands/email/learnOfDelivery.ts';
import type { BounceSubType } from '../../events/email.ts';
import { classifyBounce } from '../../mail/classifyBounce.ts';
import { feedbackKind } from '../../mail/feedbackReport.ts';
import { bareMessageId, type Json, listAt, textAt, textsAt } from './fields.ts';
import { diagnosticLine, type HookReport } from './hookReport.ts';

/** Sub-types of Amazon SES that are called otherwise here; its others have the same names. */
const SUB_TYPES: Readonly<Record<string, BounceSubType>> = {
  General: 'General',
  NoEmail: 'NoEmail',
  Suppressed: 'Suppressed',
  OnAccountSuppressionList: 'Suppressed',
  MailboxFull: 'MailboxFull',
  MessageTooLarge: 'MessageTooLarge',
  ContentRejected: 'ContentRejected',
  AttachmentRejected: 'AttachmentRejected',
};

/**
 * What Amazon SES tells, as a notification (`notificationType`) or as a published event (`eventType`).
 * `messageId`: that of the SNS message, the same however often it comes.
 */
export function sesReports(event: Json, messageId: string): readonly HookReport[] {
  const about = {
    senders: [textAt(event, 'mail', 'source')],
    messageIds: messageIdsOf(event),
    reportId: messageId,
  };
  return learnedOf(event).map(([address, learned]) => ({ ...about, addresses: [address], learned }));
}

/** SES gives a message an id of its own; ours stands among the headers, where it is told to include them. */
function messageIdsOf(event: Json): string[] {
  const headers = listAt(event, 'mail', 'headers');
  const own = headers.filter((header) => /^message-id$/i.test(textAt(header, 'name')));
  return [textAt(event, 'mail', 'commonHeaders', 'messageId'), ...own.map((one) => textAt(one, 'value'))]
    .map(bareMessageId)
    .filter((id) => id !== '');
}

type AddressReport = readonly [address: string, learned: Learned];

function learnedOf(event: Json): readonly AddressReport[] {
  switch (textAt(event, 'eventType') || textAt(event, 'notificationType')) {
    case 'Bounce':
      return listAt(event, 'bounce', 'bouncedRecipients').map(
        (one): AddressReport => [
          textAt(one, 'emailAddress'),
          bounced(textAt(event, 'bounce', 'bounceType'), textAt(event, 'bounce', 'bounceSubType'), one),
        ],
      );
    case 'Complaint':
      return complained(event);
    case 'Delivery': {
      const learned = {
        is: 'delivered',
        response: diagnosticLine(textAt(event, 'delivery', 'smtpResponse')),
      } as const;
      return textsAt(event, 'delivery', 'recipients').map((address): AddressReport => [address, learned]);
    }
    case 'DeliveryDelay':
      return listAt(event, 'deliveryDelay', 'delayedRecipients').map(
        (one): AddressReport => [
          textAt(one, 'emailAddress'),
          { is: 'delayed', diagnosticCode: diagnosticLine(textAt(one, 'diagnosticCode')) },
        ],
      );
    case 'Reject': {
      const diagnosticCode = diagnosticLine(textAt(event, 'reject', 'reason'));
      const learned = {
        is: 'bounced',
        bounceType: 'Transient',
        bounceSubType: 'ContentRejected',
        diagnosticCode,
      } as const;
      return textsAt(event, 'mail', 'destination').map((address): AddressReport => [address, learned]);
    }
    default:
      return [];
  }
}

/** SES knows what is Permanent, but not that a policy never is; where it says nothing of the kind, our own rules do. */
function bounced(type: string, subType: string, recipient: Json): Learned {
  const text = textAt(recipient, 'diagnosticCode');
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(textAt(recipient, 'status'))?.[0] ?? null;
  const own = classifyBounce({ code: null, enhanced: status, text });
  const isPolicy = /\b[45]\.7\.\d/.test(`${status} ${text}`);
  const told = SUB_TYPES[subType] ?? 'General';
  const diagnosticCode = diagnosticLine(text) ?? status;
  if (isPolicy || type === 'Undetermined' || type === '') return { is: 'bounced', ...own, diagnosticCode };
  const bounceType = type === 'Permanent' ? 'Permanent' : 'Transient';
  const bounceSubType = told === 'General' && own.bounceType === bounceType ? own.bounceSubType : told;
  return { is: 'bounced', bounceType, bounceSubType, diagnosticCode };
}

function complained(event: Json): readonly AddressReport[] {
  const feedback = textAt(event, 'complaint', 'complaintFeedbackType');
  const kind = feedback === '' ? 'complaint' : feedbackKind(feedback);
  if (kind === 'other') return [];
  const learned: Learned = kind === 'complaint' ? { is: 'complained' } : { is: 'unsubscribed' };
  return listAt(event, 'complaint', 'complainedRecipients').map(
    (one): AddressReport => [textAt(one, 'emailAddress'), learned],
  );
}
