import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEGINNING } from '../../src/events/event.ts';
import { followTail } from '../../src/follow/tail.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { fill, freshStream } from '../contract/eventStore/events.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { wallClock } from '../support/wallClock.ts';

const test = suite('tail of the log: pages of a node that lags');

test('such a page is no end: nothing between it and what is known is skipped', async () => {
  const store = memoryEventStore();
  const written = await fill(store, freshStream(), 20);
  // A leader that was just elected lacks these at first, one page after another.
  const lacking = [20, 20, 7, 3];
  const lagging: EventStore = {
    ...store,
    async readAll(options) {
      const page = await store.readAll({ ...options, limit: 1_000 });
      const events = page.events.slice(0, page.events.length - (lacking.shift() ?? 0));
      return { events, position: events.at(-1)?.position ?? options.after, caughtUp: true };
    },
  };
  const stop = new AbortController();
  const tail = await followTail(lagging, ['ContractNoted'], stop.signal, () => {}, wallClock);
  const seen: string[] = [];
  const ends: boolean[] = [];
  for (let at = BEGINNING; at < tail.position(); ) {
    const batch = await tail.next(at, ['ContractNoted']);
    seen.push(...(batch?.events ?? []).map(({ id }) => id));
    ends.push(batch?.caughtUp ?? false);
    at = batch?.position ?? at;
  }
  assert.equal(seen, written);
  assert.ok(ends.slice(0, -1).every((isEnd) => !isEnd) && ends.at(-1) === true, String(ends));
  stop.abort();
});

test.run();
