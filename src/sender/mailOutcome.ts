import type { EmailRecipient, RecipientEvent } from '../events/email.ts';
import { instant } from '../ports/clock.ts';
import type { MailOutcome } from '../ports/mailer.ts';
import { emailDelayMs } from './backoff.ts';

/** The events that tell what one transaction came to. A deferral behind the last attempt is a bounce. */
export function outcomeEvents(
  { deliveryId, address }: EmailRecipient,
  attempt: number,
  outcome: MailOutcome,
  nowMs: number,
): RecipientEvent[] {
  const of = { deliveryId, recipient: address, sandbox: false };
  switch (outcome.outcome) {
    case 'submitted':
      return [{ type: 'Submitted', data: { ...of, response: outcome.response } }];
    case 'delivered':
      return [
        { type: 'Submitted', data: { ...of, response: null } },
        { type: 'Delivered', data: { ...of, response: outcome.response } },
      ];
    case 'bounced': {
      const { bounceType, bounceSubType, diagnostic } = outcome;
      return [{ type: 'Bounced', data: { ...of, bounceType, bounceSubType, diagnosticCode: diagnostic } }];
    }
    case 'deferred': {
      const diagnosticCode = outcome.diagnostic;
      const delayMs = emailDelayMs(attempt);
      if (delayMs === null) {
        const bounce = { bounceType: 'Transient', bounceSubType: 'General', diagnosticCode } as const;
        return [{ type: 'Bounced', data: { ...of, ...bounce } }];
      }
      const nextAttemptAt = instant(nowMs + delayMs);
      return [{ type: 'DeliveryDelayed', data: { ...of, attempt, diagnosticCode, nextAttemptAt } }];
    }
  }
}
