import type { RecordedEvent } from '../events/event.ts';
import type { EventStore, Leaf } from '../ports/eventStore.ts';
import { columnText } from './embedded/log/logFormat.ts';
import { rowBytes, rowHash } from './embedded/log/rowHash.ts';

/**
 * The leaves of a log that stores no hashes: computed from the events that `readAll` gives, over the same bytes as in a
 * row of the embedded log. JSON that was written from a value and read again is written the same.
 */
export function leavesFrom(readAll: EventStore['readAll']): EventStore['readLeaves'] {
  return async (options) => {
    let batch = await readAll(options);
    // A page may hold other things than events.
    while (batch.events.length === 0 && !batch.caughtUp)
      batch = await readAll({ ...options, after: batch.position });
    return { leaves: batch.events.map(leafOf), fault: null };
  };
}

/** An event as a leaf. */
export function leafOf({ position, stream, revision, type, id, data, metadata }: RecordedEvent): Leaf {
  const { at, workspace } = metadata;
  const texts = [stream, type, id, columnText(at), columnText(workspace)];
  texts.push(JSON.stringify(data), JSON.stringify(metadata));
  const hash = rowHash(rowBytes({ position: 0, revision, texts }));
  return { position, stream, revision, hash, texts: () => texts };
}
