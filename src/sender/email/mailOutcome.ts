import type { RecipientEvent } from '../../events/email.ts';
import { instant } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { DestinationRest, MailOutcome, RouteFault } from '../../ports/mailer.ts';
import { emailDelayMs, withinPatience } from '../backoff.ts';
import type { Delivery } from '../emailProgress.ts';

/** The delay of one recipient is reported to the customer at most once in this time. */
const REPORT_EVERY_MS = 3_600_000;

export interface OutcomeContext {
  readonly ids: Pick<Ids, 'randomBytes'>;
  readonly nowMs: number;
}

/** The events that record the outcome of one transaction. A deferral at the end of all patience is a bounce. */
export function outcomeEvents(
  delivery: Delivery,
  outcome: Exclude<MailOutcome, RouteFault>,
  context: OutcomeContext,
): RecipientEvent[] {
  const of = subjectOf(delivery);
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
    case 'deferred':
      if (outcome.fault === 'destination') return [restEvent(delivery, outcome, context)];
      return [delayEvent(delivery, outcome.diagnostic, emailDelayMs(delivery, context.ids), true, context)];
  }
}

/** The event of a recipient whose destination is left alone for now: reported to the customer after an hour. */
export function restEvent(
  delivery: Delivery,
  { diagnostic, retryAfterMs }: DestinationRest,
  context: OutcomeContext,
): RecipientEvent {
  const delayMs = withinPatience(delivery.waitedMs, retryAfterMs);
  return delayEvent(delivery, diagnostic, delayMs, delivery.waitedMs >= REPORT_EVERY_MS, context);
}

function delayEvent(
  delivery: Delivery,
  diagnosticCode: string,
  delayMs: number | null,
  isReportable: boolean,
  { nowMs }: OutcomeContext,
): RecipientEvent {
  const of = subjectOf(delivery);
  if (delayMs === null) {
    const bounce = { bounceType: 'Transient', bounceSubType: 'General', diagnosticCode } as const;
    return { type: 'Bounced', data: { ...of, ...bounce } };
  }
  const { attempts, reportedAtMs } = delivery;
  const reported = isReportable && (reportedAtMs === null || nowMs - reportedAtMs >= REPORT_EVERY_MS);
  const nextAttemptAt = instant(nowMs + delayMs);
  return {
    type: 'DeliveryDelayed',
    data: { ...of, attempt: attempts, diagnosticCode, nextAttemptAt, reported },
  };
}

const subjectOf = ({ recipient: { deliveryId, address } }: Delivery) => ({
  deliveryId,
  recipient: address,
  sandbox: false,
});
