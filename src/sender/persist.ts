import type { NewEvent } from '../events/envelope.ts';
import type { Clock } from '../ports/clock.ts';
import {
  type AppendResult,
  type EventStore,
  EventStoreUnavailable,
  type ExpectedRevision,
} from '../ports/eventStore.ts';

/** Waits between the attempts to append while the log is away: what was done must not go unrecorded lightly. */
const PATIENCE_MS = [100, 500, 2_000];

/**
 * Appends, and repeats the same append with the same event ids while the log is unavailable; the log recognises it.
 * @throws RevisionConflict, EventStoreUnavailable when the log stays away
 */
export async function persist(
  { store, clock }: { store: Pick<EventStore, 'append'>; clock: Clock },
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  for (const waitMs of PATIENCE_MS) {
    try {
      return await store.append(stream, expected, events);
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await clock.sleep(waitMs);
    }
  }
  return store.append(stream, expected, events);
}
