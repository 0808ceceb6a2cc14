import type { RecordedEvent } from '../events/event.ts';
import type { AnyProjection } from '../follow/fold/projection.ts';
import { isDue, type WorkDocument } from '../ports/workDocument.ts';
import type { WorkItem } from './workHints.ts';

/**
 * The items of a work index that these events begin, and that are due at `nowMs` of the wall clock. They are folded from
 * nothing: an item that the index has already is not among them.
 */
export function newItems(
  index: AnyProjection,
  events: readonly RecordedEvent[],
  nowMs: number,
): readonly WorkItem[] {
  const begun = new Map<string, object>();
  for (const event of events)
    for (const key of index.types.includes(event.type) ? index.keys(event) : []) {
      const document = index.fold(begun.get(key) ?? null, event, key);
      if (document === null) begun.delete(key);
      else begun.set(key, document);
    }
  return [...begun]
    .map(([key, document]) => ({ key, document: document as WorkDocument }))
    .filter(({ document }) => isDue(document, nowMs));
}
