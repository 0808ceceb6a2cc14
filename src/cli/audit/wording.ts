import type { EmailEvent } from '../../events/email.ts';
import type { RecordedEvent } from '../../events/envelope.ts';
import type { SmsEvent } from '../../events/sms.ts';
import type { WebhookDeliveryEvent } from '../../events/webhookDelivery.ts';

type Told = EmailEvent | SmsEvent | WebhookDeliveryEvent;

/** What an event says, in words for the timeline; null for events that tell nothing of a message. */
export function wordingOf(recorded: Pick<RecordedEvent, 'type' | 'data'>): string {
  const { type, data } = recorded as Told;
  switch (type) {
    case 'EmailAccepted': {
      const sandbox = data.recipients.filter((recipient) => recipient.sandbox).length;
      return sentence([
        `accepted for ${counted(data.recipients.length, 'recipient')}`,
        sandbox > 0 && `${sandbox} of them simulated`,
        data.suppressedRecipients.length > 0 && `suppressed: ${data.suppressedRecipients.join(', ')}`,
        data.scheduledFor && `not before ${data.scheduledFor}`,
        `${counted(data.credits, 'credit')} charged`,
      ]);
    }
    case 'SubmissionAttempted':
      return `${data.recipient}: attempt ${data.attempt} claimed`;
    case 'Submitted':
      return sentence([`${data.recipient}: handed over`, data.response]);
    case 'Delivered':
      return sentence([`${data.recipient}: delivered`, data.response]);
    case 'DeliveryDelayed':
      return sentence([
        `${data.recipient}: attempt ${data.attempt} deferred`,
        data.diagnosticCode,
        next(data),
      ]);
    case 'Bounced':
      return sentence([
        `${data.recipient}: bounced, ${data.bounceType} (${data.bounceSubType})`,
        data.diagnosticCode,
        data.bounceType === 'Permanent' && 'the address is suppressed',
      ]);
    case 'Complained':
      return `${data.recipient}: complained; the address is suppressed`;
    case 'Rejected':
      return `${data.recipient}: not sent, ${data.reason}`;
    case 'RenderingFailed':
      return `${data.recipient}: not rendered, ${data.reason}`;
    case 'Opened':
      return `${data.recipient}: opened`;
    case 'Clicked':
      return `${data.recipient}: clicked ${data.url}`;
    case 'Unsubscribed':
      return sentence([`${data.recipient}: unsubscribed`, !data.sandbox && 'the address is suppressed']);
    case 'SmsAccepted':
      return `accepted: ${counted(data.segments, 'segment')}; ${counted(data.credits, 'credit')} charged`;
    case 'SmsSubmissionAttempted':
      return `attempt ${data.attempt} claimed`;
    case 'SmsSent':
      return sentence([`attempt ${data.attempt} handed to the carrier`, data.carrierId]);
    case 'SmsDelivered':
      return sentence(['delivered', data.detail]);
    case 'SmsFailed':
      return sentence([`attempt ${data.attempt} failed`, data.detail, next(data)]);
    case 'SmsReceived':
      return `received: ${counted(data.segments, 'segment')}`;
    case 'WebhookDeliveryScheduled':
      return 'is to be posted';
    case 'WebhookAttemptFailed':
      return sentence([`attempt ${data.attempt} failed: ${data.reason}`, took(data), next(data)]);
    case 'WebhookDelivered':
      return sentence([`attempt ${data.attempt} answered ${data.status}`, took(data)]);
    case 'WebhookDeliveryDied':
      return `given up after ${counted(data.attempts, 'attempt')}`;
    case 'WebhookDeliveryRequeued':
      return 'is to be posted again';
    default:
      return type;
  }
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function next({ nextAttemptAt }: { nextAttemptAt: string | null }): string | null {
  return nextAttemptAt && `next at ${nextAttemptAt}`;
}

function took({ durationMs }: { durationMs: number }): string {
  return `${durationMs} ms`;
}

function sentence(parts: readonly (string | false | null)[]): string {
  return parts.filter((part) => part !== false && part !== null && part !== '').join('; ');
}
