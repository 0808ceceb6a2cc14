import { partsFault } from '../events/commitments.ts';
import { plainPosition, type RecordedEvent } from '../events/event.ts';
import type { EventStore, Leaf } from '../ports/eventStore.ts';
import { columnText } from './embedded/log/logFormat.ts';
import { rowBytes, rowHash } from './embedded/log/rowHash.ts';

/**
 * The leaves of a log that stores no hashes: computed from the events that `readAll` gives, over the same bytes as in a
 * row of the embedded log. JSON that was written from a value and read again is written the same.
 */
export function leavesFrom(readAll: EventStore['readAll']): EventStore['readLeaves'] {
  return async ({ withParts = false, isUnchecked: _, ...options }) => {
    const asked = { ...options, withoutParts: !withParts };
    let batch = await readAll(asked);
    // A page may hold other things than events.
    while (batch.events.length === 0 && !batch.caughtUp)
      batch = await readAll({ ...asked, after: batch.position });
    const leaves: Leaf[] = [];
    for (const event of batch.events) {
      const { position, parts = {} } = event;
      const differs = withParts ? partsFault(event, parts) : null;
      if (differs !== null)
        return { leaves, fault: `the event at position ${plainPosition(position)} ${differs}` };
      leaves.push({ ...leafOf(event), ...(withParts && { parts: () => parts }) });
    }
    return { leaves, fault: null };
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
