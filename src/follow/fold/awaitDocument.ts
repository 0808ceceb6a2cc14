import type { Position } from '../../events/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Collection, Stored } from '../../ports/documents.ts';

/** How long a caller waits at most to read its own write. */
const MAX_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Reads a document once it is folded up to `position`, so that a caller sees its own write. The event at this position must
 * change the document, because a document's position is that of its last change.
 * After two seconds it returns what is there: the projection is late, the write itself is safe.
 */
export async function awaitDocument<Document extends object>(
  collection: Pick<Collection<Document>, 'getForFold'>,
  key: string,
  position: Position | null,
  clock: Clock,
): Promise<Stored<Document> | null> {
  const deadlineMs = clock.monotonicMs() + MAX_WAIT_MS;
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)) {
    const found = (await collection.getForFold([key])).get(key);
    const reached = position === null || (found !== undefined && found.position >= position);
    if (reached || clock.monotonicMs() >= deadlineMs) {
      return found === undefined || found.document === null
        ? null
        : { key, position: found.position, document: found.document };
    }
    await clock.sleep(waitMs);
  }
}
