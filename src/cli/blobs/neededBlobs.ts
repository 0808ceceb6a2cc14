import { blobRefsIn } from '../../events/blobRefs.ts';
import { BEGINNING, type Position } from '../../events/event.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type HashSet, hashSet } from './hashSet.ts';

const PAGE = 500;

export interface NeededBlobs {
  readonly hashes: HashSet;
  /** How far the log was read. */
  readonly position: Position;
}

/**
 * The blobs that any event of the log refers to. All types are read: an event that a later version has written stops
 * the reading, where leaving it out would lose what it refers to.
 */
export async function neededBlobs(
  store: EventStore,
  onEvents: (events: number) => void = () => {},
): Promise<NeededBlobs> {
  const hashes = hashSet();
  for (let after = BEGINNING; ; ) {
    const batch = await store.readAll({ after, limit: PAGE });
    for (const { data } of batch.events) for (const { sha256 } of blobRefsIn(data)) hashes.add(sha256);
    onEvents(batch.events.length);
    if (batch.caughtUp || batch.position <= after) return { hashes, position: batch.position };
    after = batch.position;
  }
}
