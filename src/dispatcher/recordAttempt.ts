import { type Ledger, newEvents } from '../commands/kernel/ledger.ts';
import { persist } from '../commands/kernel/persist.ts';
import type { Position } from '../events/event.ts';
import type { WebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import type { ScheduledDelivery } from './scheduledDelivery.ts';

/** Where the outcome stands. `isOwn`: false when another run's was there before. */
export interface Recorded {
  readonly position: Position;
  readonly revision: number;
  readonly isOwn: boolean;
}

/**
 * Appends what came of an attempt, as of `endedAtMs`, from which its next time is counted, directly behind `last`, the
 * event that the attempt began with. The post has happened: while the log cannot be written this holds on, with the
 * same event ids, rather than let the loop post again; until the service stops. On a conflict another run's outcome
 * stands and this one is dropped.
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
  const dressed = newEvents(ledger, origin, events, endedAtMs);
  try {
    const append = () => store.append(last.stream, last.revision, dressed);
    return { ...(await persist(clock, append, signal)), isOwn: true };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  const theirs = await store.readStream(last.stream, { fromRevision: last.revision });
  const { position, revision } = theirs.at(-1) ?? last;
  return { position, revision, isOwn: false };
}
