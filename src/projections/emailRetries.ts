import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { emailLane, endings } from './emailOutbox.ts';
import { workIndex } from './workIndex.ts';

/** A message with at least one recipient who was put off, due when the first of them is. Keyed by email id. */
export interface EmailRetriesDocument extends WorkDocument {
  /** By delivery id, the time of the next attempt in milliseconds since 1970. */
  readonly dueMs: Readonly<Record<string, number>>;
}

/**
 * The retries of the email sender, apart from first attempts (`emailOutbox`): a retry must not wait until another recipient
 * of its message may be tried for the first time, which may be tomorrow.
 */
export const emailRetries = (partitions: number) =>
  workIndex<EmailRetriesDocument, RecordedEmailEvent>(
    { name: 'email_retries', version: 1, foldedBy: 'sender', partitions },
    {
      EmailAccepted: 'ignored',
      // If the claim is left behind, it is due at once.
      SubmissionAttempted: (document, { data: { deliveryId }, metadata: { at } }) =>
        document !== null && deliveryId in document.dueMs
          ? dueFirst({ ...document, dueMs: { ...document.dueMs, [deliveryId]: Date.parse(at) } })
          : document,
      DeliveryDelayed: (document, event) => {
        const { deliveryId, nextAttemptAt, sandbox } = event.data;
        if (nextAttemptAt === null) return document;
        const { stream, metadata } = event;
        const again = emailLane(metadata.workspace, 'again');
        const isSimulated = sandbox && document?.lane !== again;
        return dueFirst({
          partition: partitionOf(streamId(stream), partitions),
          lane: isSimulated ? emailLane(metadata.workspace, 'simulated') : again,
          dueMs: { ...document?.dueMs, [deliveryId]: Date.parse(nextAttemptAt) },
        });
      },
      ...endings(gone),
    },
  );

function gone(
  document: EmailRetriesDocument | null,
  { data: { deliveryId } }: { readonly data: { readonly deliveryId: string } },
): EmailRetriesDocument | null {
  if (document === null || !(deliveryId in document.dueMs)) return document;
  const { [deliveryId]: _, ...dueMs } = document.dueMs;
  return dueFirst({ ...document, dueMs });
}

/** Null when no recipient is left. */
function dueFirst(document: Omit<EmailRetriesDocument, 'dueAtMs'>): EmailRetriesDocument | null {
  const times = Object.values(document.dueMs);
  return times.length === 0
    ? null
    : { ...document, dueAtMs: times.reduce((first, ms) => Math.min(first, ms)) };
}
