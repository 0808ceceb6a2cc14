import type { RecordedEvent } from '../../events/event.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { keptOf } from '../fold/keptOf.ts';
import { roughBytes } from './roughBytes.ts';

/**
 * The event of a stream at a revision, null when there is none; the caller knows of which category. It never changes, so it is kept for the next time.
 * @throws EventStoreUnavailable
 */
export async function recordedAt<Event extends RecordedEvent>(
  store: EventStore,
  stream: string,
  revision: number,
): Promise<Event | null> {
  const kept = keptOf(store);
  const key = `event ${revision} ${stream}`;
  const known = kept.get(key) as Event | undefined;
  if (known !== undefined) return known;
  const [event] = await store.readStream(stream, { fromRevision: revision, limit: 1 });
  if (event?.revision !== revision) return null;
  kept.put(key, event, roughBytes(event));
  return event as Event;
}
