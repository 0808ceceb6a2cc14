import { createHash } from 'node:crypto';
import { BEGINNING } from '../../events/event.ts';
import type { EventStore } from '../../ports/eventStore.ts';

/** What a log holds, in one figure: equal for two logs with the same events in the same order. */
export interface LogHash {
  /** SHA-256, hex, over stream, revision, id, type, data and metadata of every event. Positions are the store's own. */
  readonly sha256: string;
  readonly events: number;
}

const PAGE = 1_000;

export async function hashLog(
  store: EventStore,
  onEvents: (events: number) => void = () => {},
): Promise<LogHash> {
  const hash = createHash('sha256');
  let events = 0;
  for (let after = BEGINNING; ; ) {
    const batch = await store.readAll({ after, limit: PAGE });
    for (const { stream, revision, id, type, data, metadata } of batch.events)
      hash.update(`${canonical([stream, revision, id, type, data, metadata])}\n`);
    events += batch.events.length;
    onEvents(batch.events.length);
    if (batch.caughtUp || batch.position <= after) return { sha256: hash.digest('hex'), events };
    after = batch.position;
  }
}

/** JSON with the keys of objects in order, since stores may return them in another one. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
      : held,
  );
}
