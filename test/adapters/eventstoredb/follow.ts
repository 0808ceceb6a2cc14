import * as assert from 'uvu/assert';
import { BEGINNING, type Position, type RecordedEvent } from '../../../src/events/event.ts';
import type { EventStore } from '../../../src/ports/eventStore.ts';

/** A subscription from the beginning whose batches are checked as they come. */
export interface Follower {
  /** Resolves once it has read up to a position. */
  upTo(position: Position): Promise<void>;
  /** Ends it; everything it was given, in order. */
  stop(): Promise<readonly RecordedEvent[]>;
}

export function follow(store: EventStore): Follower {
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  let at = BEGINNING;
  const done = (async () => {
    for await (const batch of store.subscribe({ after: BEGINNING, signal: stop.signal })) {
      assert.ok(batch.position >= at, 'it never moves back');
      seen.push(...batch.events);
      at = batch.position;
    }
  })();
  done.catch(() => {});
  return {
    async upTo(position) {
      while (at < position) await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), done]);
    },
    async stop() {
      stop.abort();
      await done;
      return seen;
    },
  };
}
