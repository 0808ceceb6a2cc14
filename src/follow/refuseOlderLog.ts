import type { Position } from '../events/event.ts';
import { type EventStore, EventStoreUnavailable } from '../ports/eventStore.ts';

/**
 * Refuses to go on with a log that ends before a position that is known, as a node that lags, or a leader that was just
 * elected, may say.
 * @throws EventStoreUnavailable
 */
export async function refuseOlderLog(store: Pick<EventStore, 'end'>, known: Position): Promise<void> {
  const end = await store.end(known);
  if (end !== null && end < known)
    throw new EventStoreUnavailable('a node that answered has less of the log than is known');
}
