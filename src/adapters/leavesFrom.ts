import { type EventMetadata, type Parts, plainPosition, type RecordedEvent } from '../events/event.ts';
import { partsFault } from '../events/parts.ts';
import type { EventStore, Leaf, LeafBatch } from '../ports/eventStore.ts';
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
    const leaves = { leaves: batch.events.map(leafOf), fault: null };
    return withParts ? leavesWithParts(leaves, (_, at) => batch.events[at]?.parts ?? {}) : leaves;
  };
}

/** The leaves with their parts, up to the first whose parts are not those that it commits to. */
export function leavesWithParts(
  { leaves, fault }: LeafBatch,
  partsOf: (leaf: Leaf, at: number) => Parts,
): LeafBatch {
  const whole: Leaf[] = [];
  for (const [at, leaf] of leaves.entries()) {
    const parts = partsOf(leaf, at);
    const metadata = JSON.parse(leaf.texts().at(-1) ?? '{}') as EventMetadata;
    const differs = partsFault({ metadata }, parts);
    if (differs !== null)
      return { leaves: whole, fault: `the event at position ${plainPosition(leaf.position)} ${differs}` };
    whole.push({ ...leaf, parts });
  }
  return { leaves: whole, fault };
}

/** An event as a leaf. */
export function leafOf({ position, stream, revision, type, id, data, metadata }: RecordedEvent): Leaf {
  const { at, workspace } = metadata;
  const texts = [stream, type, id, columnText(at), columnText(workspace)];
  texts.push(JSON.stringify(data), JSON.stringify(metadata));
  const hash = rowHash(rowBytes({ position: 0, revision, texts }));
  return { position, stream, revision, hash, texts: () => texts };
}
