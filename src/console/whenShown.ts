import type { Position } from '../events/event.ts';
import { awaitDocument } from '../follow/reached.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import { isUnavailable } from '../ports/isUnavailable.ts';
import type { Done } from './page.ts';

/**
 * Waits until the pages show an act that changed this document. Where the background is late, or the read models give no
 * answer, that is said with the act, which is done all the same.
 * @param position of the event; null: nothing was changed
 */
export async function whenShown<Document extends object>(
  done: Done,
  collection: Collection<Document>,
  key: string,
  position: Position | null,
  clock: Clock,
): Promise<Done> {
  if (position === null) return done;
  const { to, says } = done;
  try {
    await awaitDocument(collection, key, position, clock);
    const shownUntil = (await collection.getForFold([key])).get(key)?.position ?? '';
    if (shownUntil >= position) return done;
    return { to, says: `${says} This page shows it once the background has caught up.` };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { to, says: `${says} It cannot be shown now: ${error.message}.` };
  }
}
