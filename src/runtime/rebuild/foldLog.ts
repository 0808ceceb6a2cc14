import type { Position } from '../../events/event.ts';
import type { Collection } from '../../ports/documents.ts';
import { type EventBatch, type EventStore, EventStoreUnavailable } from '../../ports/eventStore.ts';
import { foldInto } from '../fold/foldInto.ts';
import type { AnyProjection } from '../fold/projection.ts';

/** A projection with the collection that its documents are written to. */
export interface FoldTarget {
  readonly projection: AnyProjection;
  readonly collection: Collection<object>;
}

/** Events folded between two writes: many, so that each document is written seldom; not too many for memory. */
const BATCH_EVENTS = 2_000;

/**
 * Folds the log after `after` into the targets, in one reading, up to where it ended when the call began.
 * Resolves with that position. `onBatch` is awaited after each batch.
 */
export async function foldLog(
  store: EventStore,
  targets: readonly FoldTarget[],
  after: Position,
  onBatch: (events: number, position: Position) => void | Promise<void> = () => {},
): Promise<Position> {
  const head = await store.head();
  const types = [...new Set(targets.flatMap(({ projection }) => projection.types))];
  const read = (from: Position) => {
    const page = store.readAll({ after: from, limit: BATCH_EVENTS, types });
    // It is read while the last page is folded. When folding fails first, no one awaits it.
    page.catch(() => {});
    return page;
  };
  let position = after;
  let ahead = position < head ? read(position) : null;
  while (ahead !== null) {
    const batch: EventBatch = await ahead;
    // A node that lags takes an earlier place for the end, and what is between would never be folded.
    if (batch.caughtUp && batch.position < head)
      throw new EventStoreUnavailable('a node that answered lags behind another');
    const moved = batch.position > position;
    ahead = batch.caughtUp || !moved || batch.position >= head ? null : read(batch.position);
    for (const { projection, collection } of targets) {
      const own = batch.events.filter((event) => projection.types.includes(event.type));
      await foldInto(projection, collection, own);
    }
    if (moved) position = batch.position;
    await onBatch(batch.events.length, position);
  }
  if (position < head) return head;
  return position;
}
