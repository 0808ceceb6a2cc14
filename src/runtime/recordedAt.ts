import type { RecordedEvent } from '../events/envelope.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { keptOf } from './keptOf.ts';
import { roughBytes } from './roughBytes.ts';

/**
 * The event of a stream at a revision, null when there is none. It never changes, so it is kept for the next time.
 * @throws EventStoreUnavailable
 */
export async function recordedAt(
  store: EventStore,
  stream: string,
  revision: number,
): Promise<RecordedEvent | null> {
  const kept = keptOf(store);
  const key = `event ${revision} ${stream}`;
  const known = kept.get(key) as RecordedEvent | undefined;
  if (known !== undefined) return known;
  const [event] = await store.readStream(stream, { fromRevision: revision, limit: 1 });
  if (event?.revision !== revision) return null;
  kept.put(key, event, roughBytes(event));
  return event;
}
