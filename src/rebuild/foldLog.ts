import type { Position } from '../events/event.ts';
import { foldInto } from '../follow/fold/foldInto.ts';
import type { AnyProjection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { logPages } from './logPages.ts';

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
  const withoutParts = !targets.some(({ projection }) => projection.readsParts);
  const types = [...new Set(targets.flatMap(({ projection }) => projection.types))];
  let position = after;
  const range = { after, until: head, limit: BATCH_EVENTS, types, withoutParts };
  for await (const page of logPages(store, range)) {
    for (const { projection, collection } of targets) {
      const own = page.events.filter((event) => projection.types.includes(event.type));
      await foldInto(projection, collection, own);
    }
    position = page.position;
    await onBatch(page.events.length, position);
  }
  if (position < head) return head;
  return position;
}
