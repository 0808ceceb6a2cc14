import type { Position, RecordedEvent } from '../events/event.ts';
import type { Collection, DocumentWrite } from '../ports/documents.ts';
import type { AnyProjection } from './projection.ts';

/**
 * Folds a stretch of the log into a projection's documents: reads each touched document once, folds all its events,
 * writes it once. Events at or before a document's own position are passed over, so any stretch may be folded again.
 */
export async function foldInto(
  projection: AnyProjection,
  collection: Collection<object>,
  events: readonly RecordedEvent[],
): Promise<void> {
  const byKey = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const key = projection.key(event);
    if (key === null) continue;
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [event]);
    else same.push(event);
  }
  if (byKey.size === 0) return;
  const stored = await collection.getForFold([...byKey.keys()]);
  const writes: DocumentWrite<object>[] = [];
  for (const [key, own] of byKey) {
    const before = stored.get(key);
    let document = before?.document ?? null;
    let position: Position | null = before?.position ?? null;
    let folded = false;
    for (const event of own) {
      if (position !== null && event.position <= position) continue;
      document = projection.fold(document, event);
      position = event.position;
      folded = true;
    }
    if (folded && position !== null) writes.push({ key, position, document });
  }
  if (writes.length > 0) await collection.writeMany(writes);
}
