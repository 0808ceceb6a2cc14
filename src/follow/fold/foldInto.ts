import type { RecordedEvent } from '../../events/event.ts';
import type { Collection, DocumentWrite } from '../../ports/documents.ts';
import { type Folding, foldEvent, UNFOLDED } from './foldEvent.ts';
import type { AnyProjection } from './projection.ts';
import { changedSums } from './sums.ts';

/** An event, and those of its documents that are to be folded. */
export interface DueEvent {
  readonly event: RecordedEvent;
  readonly keys: readonly string[];
}

/**
 * Folds events of the log into a projection's documents. Each touched document is read once and written once, and not at
 * all when no event changed it. Events at or before a document's own position are ignored, and later ones that changed
 * nothing change nothing again, so the same events may be folded again. A document that is created and removed within
 * these events is written too, as removed: an older write must not bring it back. A document that has some of these events
 * already is written as it is, which changes nothing: the write that failed before may have reached only a primary that loses
 * it, and this one resolves when what is there is as safe as if it had been written now.
 */
export function foldInto(
  projection: AnyProjection,
  collection: Collection<object>,
  events: Iterable<RecordedEvent>,
): Promise<void> {
  return foldDue(projection, collection, dueIn(projection, events));
}

function* dueIn(projection: AnyProjection, events: Iterable<RecordedEvent>): Generator<DueEvent, void, void> {
  for (const event of events) yield { event, keys: projection.keys(event) };
}

/** The same for some of their documents: one that another process folds must not be written by one that lacks its other events. */
export async function foldDue(
  projection: AnyProjection,
  collection: Collection<object>,
  due: Iterable<DueEvent>,
): Promise<void> {
  const byKey = new Map<string, RecordedEvent[]>();
  for (const { event, keys } of due) {
    for (const key of keys) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [event]);
      else same.push(event);
    }
  }
  if (byKey.size === 0) return;
  const stored = await collection.getForFold([...byKey.keys()]);
  const writes: DocumentWrite<object>[] = [];
  const sums = changedSums(projection, collection);
  for (const [key, own] of byKey) {
    const before: Folding = stored.get(key) ?? UNFOLDED;
    const { document, position } = own.reduce<Folding>((folding, event) => {
      const after = foldEvent(projection, folding, event, key);
      if (after !== folding) sums.changed(key, folding, after);
      return after;
    }, before);
    const isRepeated = own.some((event) => event.position <= (before.position ?? ''));
    if (position !== null && (position !== before.position || isRepeated))
      writes.push({ key, position, document });
  }
  const first = await sums.writes();
  const inOrder = collection.isOrdered ? [[...first, ...writes]] : [first, writes];
  for (const some of inOrder) if (some.length > 0) await collection.writeMany(some);
}
