import type { Position } from '../events/event.ts';
import {
  type EventBatch,
  type EventStore,
  EventStoreUnavailable,
  type ReadAllOptions,
} from '../ports/eventStore.ts';

interface PageOptions extends ReadAllOptions {
  /** A position; the log's end at the first page when absent. The last page may hold events after it. */
  readonly until?: string;
}

/**
 * The log after a position, page by page; the next one is read while a page is handled.
 * @throws EventStoreUnavailable also when a node that lags takes an earlier place for the end: what is between would be missing
 */
export async function* logPages(
  store: Pick<EventStore, 'readAll' | 'head'>,
  { after, until, ...options }: PageOptions,
): AsyncGenerator<EventBatch, void, void> {
  const end: string = until ?? (await store.head());
  const read = (from: Position): Promise<EventBatch> => {
    const page = store.readAll({ ...options, after: from });
    // When its page is handled with a fault, no one awaits the next.
    page.catch(() => {});
    return page;
  };
  let position = after;
  for (let ahead = position < end ? read(position) : null; ahead !== null; ) {
    const page = await ahead;
    if (page.caughtUp && page.position < end)
      throw new EventStoreUnavailable('a node that answered lags behind another');
    ahead = page.caughtUp || page.position <= position || page.position >= end ? null : read(page.position);
    position = page.position;
    yield page;
  }
}
