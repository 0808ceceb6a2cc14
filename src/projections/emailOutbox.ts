import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { dueAt, workIndex } from './workIndex.ts';

/** A message with at least one recipient who has yet to be handed over or put off. Keyed by email id; see `LaneKind`. */
export interface EmailOutboxDocument extends WorkDocument {
  /** Their delivery ids. */
  readonly waiting: readonly string[];
}

/**
 * A workspace has three lanes, so that what must wait delays no other kind: simulated messages, which need no route; first
 * attempts, which count in the day's pace; and recipients who were put off (`emailRetries`), who do not.
 */
type LaneKind = 'simulated' | 'first' | 'again';

export function emailLane(workspace: string, kind: LaneKind): string {
  return kind === 'simulated' ? workspace : `${workspace}/${kind}`;
}

export function partsOfLane(lane: string): { readonly workspace: string; readonly kind: LaneKind } {
  const [workspace = lane, kind] = lane.split('/', 2);
  return { workspace, kind: kind === 'first' || kind === 'again' ? kind : 'simulated' };
}

/** Both indexes at a delivery's ends; what happens to it afterwards is not the sender's. */
export const endings = <Gone>(gone: Gone) =>
  ({
    Submitted: gone,
    Delivered: gone,
    Bounced: gone,
    Rejected: gone,
    RenderingFailed: gone,
    Complained: 'ignored',
    ReportKept: 'ignored',
    Clicked: 'ignored',
    Unsubscribed: 'ignored',
    Opened: 'ignored',
    Resubscribed: 'ignored',
  }) as const;

/**
 * The first attempts of the email sender. A recipient is done after the hand-over (Submitted), which is the end for the file
 * mailer and relays, or after any other end; one who is put off goes on in `emailRetries`.
 */
export const emailOutbox = (partitions: number) =>
  workIndex<EmailOutboxDocument, RecordedEmailEvent>(
    { name: 'email_outbox', version: 4, foldedBy: 'sender', partitions },
    {
      EmailAccepted: (_, event) => accepted(event, partitions),
      SubmissionAttempted: 'ignored',
      // A report that the next server waits comes after the hand-over, and has no next attempt.
      DeliveryDelayed: (document, event) =>
        event.data.nextAttemptAt === null ? document : gone(document, event),
      ...endings(gone),
    },
  );

function accepted(
  event: Extract<RecordedEmailEvent, { type: 'EmailAccepted' }>,
  partitions: number,
): EmailOutboxDocument | null {
  const { recipients, scheduledFor } = event.data;
  if (recipients.length === 0) return null;
  const isSimulated = recipients.every(({ sandbox }) => sandbox);
  return {
    partition: partitionOf(streamId(event.stream), partitions),
    lane: emailLane(event.metadata.workspace, isSimulated ? 'simulated' : 'first'),
    ...dueAt(event, scheduledFor),
    waiting: recipients.map(({ deliveryId }) => deliveryId),
  };
}

/** The document without one delivery. It may end twice, for example by a bounce after the hand-over. */
function gone(
  document: EmailOutboxDocument | null,
  { data: { deliveryId } }: { readonly data: { readonly deliveryId: string } },
): EmailOutboxDocument | null {
  if (document === null || !document.waiting.includes(deliveryId)) return document;
  const waiting = document.waiting.filter((id) => id !== deliveryId);
  return waiting.length === 0 ? null : { ...document, waiting };
}
