import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import { awaitDocument } from '../runtime/fold/awaitDocument.ts';
import type { Done } from './page.ts';

/**
 * Waits until the pages show an act that changed this document. Where the background is late, that is said with the act: the
 * next page still shows what was before.
 * @param position of the event; null: nothing was changed
 */
export async function whenShown<Document extends object>(
  { to, says }: Done,
  collection: Collection<Document>,
  key: string,
  position: Position | null,
  clock: Clock,
): Promise<Done> {
  await awaitDocument(collection, key, position, clock);
  const shownUntil = (await collection.getForFold([key])).get(key)?.position ?? '';
  if (position === null || shownUntil >= position) return { to, says };
  return { to, says: `${says} This page shows it once the background has caught up.` };
}
