import type { Learned } from '../../commands/email/learnOfDelivery.ts';
import { bareMessageId, type Json, textUnder, under } from './fields.ts';
import { bounceOf, type HookReport, toldLine } from './hookReport.ts';

/** Postal's webhooks: message status events, and bounces that came back to it. */
export function postalReports(body: Json): readonly HookReport[] {
  const payload = under(body, 'payload');
  const message = under(payload, 'message') ?? under(payload, 'original_message');
  const learned = learnedOf(textUnder(body, 'event'), payload);
  if (learned === null || message === undefined) return [];
  return [
    {
      learned,
      senders: [textUnder(message, 'from')],
      messageIds: [bareMessageId(textUnder(message, 'message_id'))],
      addresses: [textUnder(message, 'to')],
      reportId: textUnder(body, 'uuid') || `${textUnder(message, 'token')} ${textUnder(body, 'event')}`,
    },
  ];
}

function learnedOf(event: string, payload: Json): Learned | null {
  const text = textUnder(payload, 'output') || textUnder(payload, 'details');
  switch (event) {
    case 'MessageSent':
      return { is: 'delivered', response: toldLine(text) };
    case 'MessageDelayed':
      return { is: 'delayed', diagnosticCode: toldLine(text) };
    case 'MessageDeliveryFailed':
      return bounceOf({ code: null, enhanced: null, text });
    case 'MessageBounced': {
      // Postal passes on that a bounce came, not what it says: it is not known to be about the address.
      const subject = textUnder(payload, 'bounce', 'subject');
      return {
        is: 'bounced',
        bounceType: 'Transient',
        bounceSubType: 'General',
        diagnosticCode: toldLine(subject),
      };
    }
    default:
      return null;
  }
}
