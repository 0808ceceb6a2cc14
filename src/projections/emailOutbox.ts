import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { workIndex } from './workIndex.ts';

/** A message with at least one recipient to do. Keyed by email id; see `LaneKind`. */
export interface EmailOutboxDocument extends WorkDocument {
  /** Deliveries not ended and not delayed. */
  readonly waiting: readonly string[];
  /** Delayed deliveries, by delivery id, with the time of the next attempt in milliseconds since 1970. */
  readonly delayed: Readonly<Record<string, number>>;
  /** When the message itself was due: the due time of `waiting` deliveries. */
  readonly messageDueAtMs: number;
}

/**
 * A workspace has three lanes, so that a message that must wait delays no other kind: simulated messages, which need no
 * route; messages with a first attempt to do, which count in the day's pace; and retried ones, which do not.
 */
type LaneKind = 'simulated' | 'first' | 'again';

function laneOf(workspace: string, kind: LaneKind): string {
  return kind === 'simulated' ? workspace : `${workspace}/${kind}`;
}

export function partsOfLane(lane: string): { readonly workspace: string; readonly kind: LaneKind } {
  const [workspace = lane, kind] = lane.split('/', 2);
  return { workspace, kind: kind === 'first' || kind === 'again' ? kind : 'simulated' };
}

/**
 * The work of the email sender. A recipient is done after the hand-over (Submitted), which is the end for the file mailer
 * and relays, or after any other end.
 */
export const emailOutbox = (partitions: number) =>
  workIndex<EmailOutboxDocument, RecordedEmailEvent>('email_outbox', 2, partitions, {
    EmailAccepted: (_, event) => accepted(event, partitions),
    SubmissionAttempted: (document, { data }) => rescheduled(document, data.deliveryId, 'waiting'),
    DeliveryDelayed: (document, { data: { deliveryId, nextAttemptAt } }) =>
      rescheduled(document, deliveryId, nextAttemptAt === null ? 'waiting' : Date.parse(nextAttemptAt)),
    Submitted: ended,
    Delivered: ended,
    Bounced: ended,
    Rejected: ended,
    RenderingFailed: ended,
    Complained: 'ignored',
    ReportKept: 'ignored',
    Clicked: 'ignored',
    Unsubscribed: 'ignored',
    Opened: 'ignored',
    Resubscribed: 'ignored',
  });

function ended(
  document: EmailOutboxDocument | null,
  { data }: { readonly data: { readonly deliveryId: string } },
): EmailOutboxDocument | null {
  return rescheduled(document, data.deliveryId, 'ended');
}

function accepted(
  event: Extract<RecordedEmailEvent, { type: 'EmailAccepted' }>,
  partitions: number,
): EmailOutboxDocument | null {
  const { recipients, scheduledFor } = event.data;
  if (recipients.length === 0) return null;
  const dueAtMs = Date.parse(scheduledFor ?? event.metadata.at);
  return {
    partition: partitionOf(streamId(event.stream), partitions),
    lane: laneOf(
      event.metadata.workspace,
      recipients.every(({ sandbox }) => sandbox) ? 'simulated' : 'first',
    ),
    dueAtMs,
    messageDueAtMs: dueAtMs,
    waiting: recipients.map(({ deliveryId }) => deliveryId),
    delayed: {},
  };
}

/** The document with one delivery waiting, delayed until a time, or ended. */
function rescheduled(
  document: EmailOutboxDocument | null,
  deliveryId: string,
  to: 'waiting' | 'ended' | number,
): EmailOutboxDocument | null {
  if (document === null) return null;
  const known = document.waiting.includes(deliveryId);
  if (to === 'waiting' && known) return document;
  // A delivery may end twice, for example by a bounce after the hand-over; then there is nothing to change.
  if (!known && !(deliveryId in document.delayed)) return document;
  const waiting = document.waiting.filter((id) => id !== deliveryId);
  const delayed: Record<string, number> = { ...document.delayed };
  delete delayed[deliveryId];
  if (to === 'waiting') waiting.push(deliveryId);
  else if (to !== 'ended') delayed[deliveryId] = to;
  const delayedMs = Object.values(delayed);
  if (waiting.length === 0 && delayedMs.length === 0) return null;
  const dueAtMs =
    waiting.length > 0 ? document.messageDueAtMs : delayedMs.reduce((first, ms) => Math.min(first, ms));
  const { workspace, kind } = partsOfLane(document.lane);
  const lane =
    kind === 'simulated' ? document.lane : laneOf(workspace, waiting.length > 0 ? 'first' : 'again');
  return { ...document, lane, waiting, delayed, dueAtMs };
}
