import type { Learned } from '../../commands/email/deliveryReport.ts';
import { diagnosticLine } from '../mailFindings.ts';
import { bareMessageId, type Json, numberField, textAt, valueAt } from './fields.ts';
import { type HookReport, learnedBounce } from './hookReport.ts';

/** Reports in Postal's webhooks: message status events, and bounces that came back to it. */
export function postalReports(body: Json): readonly HookReport[] {
  const payload = valueAt(body, 'payload');
  const message = valueAt(payload, 'message') ?? valueAt(payload, 'original_message');
  const learned = learnedOf(textAt(body, 'event'), payload);
  if (learned === null || message === undefined) return [];
  const timestamp = numberField(payload, 'timestamp') ?? numberField(body, 'timestamp');
  return [
    {
      learned,
      senders: [textAt(message, 'from')],
      messageIds: [bareMessageId(textAt(message, 'message_id'))],
      addresses: [textAt(message, 'to')],
      reportedAtMs: timestamp === null ? null : timestamp * 1_000,
      reportId: textAt(body, 'uuid') || `${textAt(message, 'token')} ${textAt(body, 'event')}`,
    },
  ];
}

function learnedOf(event: string, payload: Json): Learned | null {
  const text = textAt(payload, 'output') || textAt(payload, 'details');
  switch (event) {
    case 'MessageSent':
      return { is: 'delivered', response: diagnosticLine(text) };
    case 'MessageDelayed':
      return { is: 'delayed', diagnosticCode: diagnosticLine(text) };
    case 'MessageDeliveryFailed':
      return learnedBounce({ code: null, enhanced: null, text });
    case 'MessageBounced': {
      // Postal reports that a bounce came, but not its content, so it may not be about the address.
      const subject = textAt(payload, 'bounce', 'subject');
      return {
        is: 'bounced',
        bounceType: 'Transient',
        bounceSubType: 'General',
        diagnosticCode: diagnosticLine(subject),
      };
    }
    default:
      return null;
  }
}
