import type { RecordedEvent } from '../events/event.ts';
import type { EventStore, ReadAllOptions } from '../ports/eventStore.ts';

/**
 * The first `limit` events after a position, however far apart they are: reads pages until it has them or the log ends.
 */
export async function eventsAfter(
  store: Pick<EventStore, 'readAll'>,
  { after, limit, types }: ReadAllOptions,
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let position = after; ; ) {
    const page = await store.readAll({
      after: position,
      limit: limit - events.length,
      ...(types && { types }),
    });
    events.push(...page.events);
    if (page.caughtUp || events.length >= limit) return events;
    position = page.position;
  }
}
