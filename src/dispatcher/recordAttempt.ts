import { appendWithRetry } from '../commands/kernel/appendWithRetry.ts';
import { type Ledger, newEvents } from '../commands/kernel/ledger.ts';
import type { Position } from '../events/event.ts';
import type { WebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import type { ScheduledDelivery } from './scheduledDelivery.ts';

/** The position of the outcome. `isOwn`: false when another run's was there before. */
export interface Recorded {
  readonly position: Position;
  readonly revision: number;
  readonly isOwn: boolean;
}

/**
 * Appends the outcome of an attempt as of `endedAtMs`, from which its next time is counted, directly after `last`, the
 * event that the attempt began with. The post has happened: while the log cannot be written this tries again with the
 * same event ids until the service stops, so that the loop does not post again. On a conflict another run's outcome is
 * the valid one, and this one is dropped.
 */
export async function recordAttempt(
  ledger: Ledger,
  last: ScheduledDelivery['last'],
  events: readonly WebhookDeliveryEvent[],
  endedAtMs: number,
  signal: AbortSignal,
): Promise<Recorded> {
  const { store, clock } = ledger;
  const { workspace, correlation } = last.metadata;
  const origin = { workspace, actor: 'dispatcher', correlation, causation: last.id };
  const withMetadata = newEvents(ledger, origin, events, endedAtMs);
  try {
    const append = () => store.append(last.stream, last.revision, withMetadata);
    return { ...(await appendWithRetry(clock, append, signal)), isOwn: true };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  const theirs = await store.readStream(last.stream, { fromRevision: last.revision });
  const { position, revision } = theirs.at(-1) ?? last;
  return { position, revision, isOwn: false };
}
