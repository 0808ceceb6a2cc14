import type { RecordedEvent } from '../events/event.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { cacheOf, roughBytes } from './fold/cacheOf.ts';

/**
 * The event of a stream at a revision, null when there is none; the caller knows its category. Events never change, so it
 * is cached for the next call.
 * @throws EventStoreUnavailable
 */
export async function recordedAt<Event extends RecordedEvent>(
  store: EventStore,
  stream: string,
  revision: number,
): Promise<Event | null> {
  const cache = cacheOf(store);
  const key = `event ${revision} ${stream}`;
  const known = cache.get(key) as Event | undefined;
  if (known !== undefined) return known;
  const [event] = await store.readStream(stream, { fromRevision: revision, limit: 1 });
  if (event?.revision !== revision) return null;
  cache.put(key, event, roughBytes(event));
  return event as Event;
}
