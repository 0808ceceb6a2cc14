import type { RecordedAcceptance, RecordedEmailEvent } from '../../events/email.ts';
import type { EmailRecipient } from '../../events/emailAccepted.ts';
import { BEGINNING, type Position } from '../../events/event.ts';
import type { DeliveryState } from '../claim/claimTurn.ts';

export interface Delivery {
  readonly recipient: EmailRecipient;
  readonly state: DeliveryState;
  /** Attempts begun, without those that are known to have failed by the route's own fault. */
  readonly attempts: number;
  /** How often it was put off. */
  readonly delays: number;
  /** How long it was put off in all. */
  readonly waitedMs: number;
  /** How often its template took too much processor time or memory. */
  readonly exhaustions: number;
  /** How often a sender ended between a claim and its outcome. */
  readonly unanswered: number;
  /** How often a server put it off as one that it did not know yet. */
  readonly greylistings: number;
  /** When the delay was last reported to customers; null: never. */
  readonly reportedAtMs: number | null;
}

export interface EmailProgress {
  /** Of the last event folded. */
  readonly position: Position;
  /** By delivery id, in the order of acceptance. Changed in place by `advance`: one owner at a time. */
  readonly deliveries: Map<string, Delivery>;
}

export function noProgress(): EmailProgress {
  return { position: BEGINNING, deliveries: new Map() };
}

const UNTRIED = {
  state: { at: 'waiting' },
  attempts: 0,
  delays: 0,
  waitedMs: 0,
  exhaustions: 0,
  unanswered: 0,
  greylistings: 0,
  reportedAtMs: null,
} as const;

/** The progress after one more event of the stream. The map of deliveries moves into the result. */
export function advance(progress: EmailProgress, event: RecordedEmailEvent): EmailProgress {
  const { deliveries } = progress;
  if (event.type === 'EmailAccepted') {
    for (const recipient of event.data.recipients)
      deliveries.set(recipient.deliveryId, { ...UNTRIED, recipient });
  } else {
    const { deliveryId } = event.data;
    const before = deliveries.get(deliveryId);
    if (before !== undefined) deliveries.set(deliveryId, nextDelivery(before, event));
  }
  return { position: event.position, deliveries };
}

function nextDelivery(delivery: Delivery, event: Exclude<RecordedEmailEvent, RecordedAcceptance>): Delivery {
  if (delivery.state.at === 'ended') return delivery;
  switch (event.type) {
    case 'SubmissionAttempted': {
      const state = { at: 'claimed', claimId: event.id, sinceMs: Date.parse(event.metadata.at) } as const;
      return { ...delivery, state, attempts: event.data.attempt };
    }
    case 'DeliveryDelayed': {
      const { nextAttemptAt, reported = true, cause } = event.data;
      const atMs = Date.parse(event.metadata.at);
      const untilMs = nextAttemptAt === null ? atMs : Date.parse(nextAttemptAt);
      return {
        ...delivery,
        state: { at: 'delayed', untilMs },
        delays: delivery.delays + 1,
        waitedMs: delivery.waitedMs + Math.max(0, untilMs - atMs),
        exhaustions: delivery.exhaustions + (cause === 'exhausted' ? 1 : 0),
        unanswered: delivery.unanswered + (cause === 'unanswered' ? 1 : 0),
        greylistings: delivery.greylistings + (cause === 'greylisted' ? 1 : 0),
        reportedAtMs: reported ? atMs : delivery.reportedAtMs,
      };
    }
    case 'Submitted':
    case 'Delivered':
    case 'Bounced':
    case 'Rejected':
    case 'RenderingFailed':
      return { ...delivery, state: { at: 'ended' } };
    case 'Complained':
    case 'ReportKept':
    case 'Opened':
    case 'Clicked':
    case 'Unsubscribed':
    case 'Resubscribed':
      // What a recipient does with a message comes after its end, or does not concern the sender.
      return delivery;
  }
}

/** The delivery as it was before a claim under which nothing was sent. */
export function withoutReleased(delivery: Delivery, isReleased: (claimId: string) => boolean): Delivery {
  const { state, attempts } = delivery;
  return state.at === 'claimed' && isReleased(state.claimId)
    ? { ...delivery, attempts: attempts - 1 }
    : delivery;
}
