import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { partitionOf } from '../events/partitionOf.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import { type Projection, projection } from '../runtime/fold/projection.ts';

/** A message that at least one recipient still waits for. Keyed by email id; see `LaneKind`. */
export interface EmailOutboxDocument extends WorkDocument {
  /** Deliveries not yet ended and not put off. */
  readonly waiting: readonly string[];
  /** Deliveries put off, by delivery id, with the time of the next attempt in milliseconds since 1970. */
  readonly delayed: Readonly<Record<string, number>>;
  /** When the message itself was due: what `waiting` ones are due at. */
  readonly messageDueAtMs: number;
}

/**
 * A workspace has three lanes, so that what may not go yet keeps nothing else waiting: messages that are only played,
 * which need no route; those with a first try to come, which count in the day's pace; and those that are tried again,
 * which do not.
 */
type LaneKind = 'played' | 'first' | 'again';

function laneOf(workspace: string, kind: LaneKind): string {
  return kind === 'played' ? workspace : `${workspace}/${kind}`;
}

export function partsOfLane(lane: string): { readonly workspace: string; readonly kind: LaneKind } {
  const [workspace = lane, kind] = lane.split('/', 2);
  return { workspace, kind: kind === 'first' || kind === 'again' ? kind : 'played' };
}

/**
 * What the email sender has still to do. A recipient is done with once it was handed over (Submitted), which the
 * file mailer and relays end with, or once it came to any other end.
 */
export function emailOutbox(partitions: number): Projection<EmailOutboxDocument, RecordedEmailEvent> {
  return projection<EmailOutboxDocument, RecordedEmailEvent>({
    name: `email_outbox_p${partitions}`,
    version: 2,
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    on: {
      EmailAccepted: (_, event) => accepted(event, partitions),
      SubmissionAttempted: (document, { data }) => rescheduled(document, data.deliveryId, 'waiting'),
      DeliveryDelayed: (document, { data: { deliveryId, nextAttemptAt } }) =>
        rescheduled(document, deliveryId, nextAttemptAt === null ? 'waiting' : Date.parse(nextAttemptAt)),
      Submitted: ended,
      Delivered: ended,
      Bounced: ended,
      Rejected: ended,
      RenderingFailed: ended,
      Complained: 'passed over',
      Clicked: 'passed over',
      Unsubscribed: 'passed over',
      Opened: 'passed over',
      Resubscribed: 'passed over',
    },
  });
}

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
    lane: laneOf(event.metadata.workspace, recipients.every(({ sandbox }) => sandbox) ? 'played' : 'first'),
    dueAtMs,
    messageDueAtMs: dueAtMs,
    waiting: recipients.map(({ deliveryId }) => deliveryId),
    delayed: {},
  };
}

/** The document with one delivery waiting, put off until a time, or ended. */
function rescheduled(
  document: EmailOutboxDocument | null,
  deliveryId: string,
  to: 'waiting' | 'ended' | number,
): EmailOutboxDocument | null {
  if (document === null) return null;
  const known = document.waiting.includes(deliveryId);
  if (to === 'waiting' && known) return document;
  // An end may be told twice, as a bounce that comes after the hand-over; then there is nothing left to change.
  if (!known && !(deliveryId in document.delayed)) return document;
  const waiting = document.waiting.filter((id) => id !== deliveryId);
  const delayed: Record<string, number> = { ...document.delayed };
  delete delayed[deliveryId];
  if (to === 'waiting') waiting.push(deliveryId);
  else if (to !== 'ended') delayed[deliveryId] = to;
  const putOff = Object.values(delayed);
  if (waiting.length === 0 && putOff.length === 0) return null;
  const dueAtMs =
    waiting.length > 0 ? document.messageDueAtMs : putOff.reduce((first, ms) => Math.min(first, ms));
  const { workspace, kind } = partsOfLane(document.lane);
  const lane = kind === 'played' ? document.lane : laneOf(workspace, waiting.length > 0 ? 'first' : 'again');
  return { ...document, lane, waiting, delayed, dueAtMs };
}
