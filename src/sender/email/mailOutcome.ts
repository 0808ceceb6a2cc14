import type { DelayCause, RecipientEvent } from '../../events/email.ts';
import type { Handover } from '../../events/emailEvidence.ts';
import { recipientFields } from '../../events/recipientFields.ts';
import { instant } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { DestinationRest, HandedOver, MailOutcome } from '../../ports/mailer.ts';
import {
  emailDelayMs,
  exhaustedDelayMs,
  greylistedDelayMs,
  unansweredDelayMs,
  withinPatience,
} from '../retryDelays.ts';
import type { Unrendered } from './emailBody.ts';
import type { Delivery } from './emailProgress.ts';

/** The delay of one recipient is reported to the customer at most once in this time. */
const REPORT_EVERY_MS = 3_600_000;

export interface OutcomeContext {
  readonly ids: Pick<Ids, 'randomBytes'>;
  readonly nowMs: number;
}

/** The sender's own part of a `Handover`, and the subject of `Submitted`. */
export interface SentAs {
  readonly sender: string;
  readonly dkim: readonly string[];
  readonly subject?: string;
}

/** The events that record the outcome of one transaction. A deferral at the end of all patience is a bounce. */
export function outcomeEvents(
  delivery: Delivery,
  outcome: Exclude<MailOutcome, { outcome: 'unsent' | 'waiting' }>,
  sentAs: SentAs,
  context: OutcomeContext,
): RecipientEvent[] {
  const of = recipientFields(delivery.recipient);
  const { subject } = sentAs;
  const rendered = subject === undefined ? {} : { subject };
  switch (outcome.outcome) {
    case 'submitted':
      return [{ type: 'Submitted', data: { ...of, ...answerOf(outcome, sentAs), ...rendered } }];
    case 'delivered':
      return [
        { type: 'Submitted', data: { ...of, response: null, ...rendered } },
        { type: 'Delivered', data: { ...of, ...answerOf(outcome, sentAs) } },
      ];
    case 'bounced': {
      const { bounceType, bounceSubType, diagnostic: diagnosticCode, hard } = outcome;
      const bounce = { bounceType, bounceSubType, diagnosticCode, ...(hard && { hard }) };
      return [{ type: 'Bounced', data: { ...of, ...bounce } }];
    }
    case 'unfit':
      return [{ type: 'Rejected', data: { ...of, reason: outcome.reason } }];
    case 'deferred':
      if (outcome.fault === 'destination') return [restEvent(delivery, outcome, context)];
      if (outcome.fault === 'greylisting') return [greylistedEvent(delivery, outcome.diagnostic, context)];
      return [
        delayEvent(delivery, outcome.diagnostic, emailDelayMs(delivery, context.ids), context, {
          isReportable: true,
        }),
      ];
  }
}

/** What the server said, and what it was given. */
function answerOf(
  { response, handedOver }: { readonly response: string | null; readonly handedOver?: HandedOver },
  { sender, dkim }: SentAs,
): { response: string | null; handover?: Handover } {
  if (handedOver === undefined) return { response };
  return { response, handover: { ...handedOver, sender, dkim: [...dkim] } };
}

/** The event of a recipient whose destination is left alone for now: reported to the customer after an hour. */
export function restEvent(
  delivery: Delivery,
  { diagnostic, retryAfterMs }: DestinationRest,
  context: OutcomeContext,
): RecipientEvent {
  return delayEvent(delivery, diagnostic, withinPatience(delivery.waitedMs, retryAfterMs), context);
}

/** The event of a recipient whose server does not know the mail yet: an ordinary delay, reported after an hour. */
function greylistedEvent(delivery: Delivery, diagnostic: string, context: OutcomeContext): RecipientEvent {
  return delayEvent(delivery, diagnostic, greylistedDelayMs(delivery, context.ids), context, {
    cause: 'greylisted',
  });
}

/**
 * The event of a recipient whose mail has no text. Only the template's own error is final at once: exhaustion is when it
 * happens for the third time, and a busy renderer when all patience is over.
 */
export function unrenderedEvent(
  delivery: Delivery,
  { is, reason }: Unrendered,
  context: OutcomeContext,
): RecipientEvent {
  let delayMs: number | null = null;
  if (is === 'busy') delayMs = emailDelayMs(delivery, context.ids);
  if (is === 'exhausted') delayMs = exhaustedDelayMs(delivery.exhaustions);
  if (is === 'failed' || delayMs === null)
    return { type: 'RenderingFailed', data: { ...recipientFields(delivery.recipient), reason } };
  return delayEvent(delivery, reason, delayMs, context, { cause: is });
}

/** The event of a recipient whose sender ended before it had the answer. At the end of all patience it is a bounce. */
export function unansweredEvent(delivery: Delivery, context: OutcomeContext): RecipientEvent {
  const delayMs = unansweredDelayMs(delivery, context.ids);
  return delayEvent(delivery, 'the answer is unknown', delayMs, context, { cause: 'unanswered' });
}

/** `isReportable`: whether a customer may hear of it; absent: after an hour, as of what is mostly over soon. */
function delayEvent(
  delivery: Delivery,
  diagnosticCode: string,
  delayMs: number | null,
  { nowMs }: OutcomeContext,
  { cause, isReportable }: { readonly cause?: DelayCause; readonly isReportable?: true } = {},
): RecipientEvent {
  const of = recipientFields(delivery.recipient);
  if (delayMs === null) {
    const bounce = { bounceType: 'Transient', bounceSubType: 'General', diagnosticCode } as const;
    return { type: 'Bounced', data: { ...of, ...bounce } };
  }
  const { attempts, reportedAtMs } = delivery;
  const mayReport = isReportable ?? delivery.waitedMs >= REPORT_EVERY_MS;
  const reported = mayReport && (reportedAtMs === null || nowMs - reportedAtMs >= REPORT_EVERY_MS);
  const nextAttemptAt = instant(nowMs + delayMs);
  return {
    type: 'DeliveryDelayed',
    data: {
      ...{ ...of, attempt: attempts, diagnosticCode, nextAttemptAt, reported },
      ...(cause && { cause }),
    },
  };
}
