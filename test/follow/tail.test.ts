// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { BEGINNING, type Position } from '../../src/events/event.ts';
import { followTail, type Tail } from '../../src/follow/tail.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';
import { wallClock } from '../support/wallClock.ts';

const test = suite('tail of the log');
const TYPES = ['Noted'];

async function setUp(types = TYPES) {
  const store = memoryEventStore();
  const ledger = { clock: manualClock(), ids: seededIds() };
  const pages: Position[] = [];
  const watched: EventStore = {
    ...store,
    readAll(options) {
      pages.push(options.after);
      return store.readAll(options);
    },
  };
  const stop = new AbortController();
  const tail = await followTail(watched, types, stop.signal, () => {}, wallClock);
  let appended = 0;
  const append = async (count: number, text = '', type = 'Noted') => {
    const origin = { workspace: 'w', actor: 'operator', correlation: 'w', causation: null };
    for (let n = 0; n < count; n++) {
      const events = newEvents(ledger, origin, [{ type, data: { n: appended, body: { text } } }]);
      await store.append(`note-${appended++}`, 'no-stream', events);
    }
  };
  const reached = async () => {
    const head = await store.head();
    while (tail.position() < head) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { tail, pages, append, reached, end: () => stop.abort() };
}

/** Reads on to the end; resolves with the numbers of the events. */
async function readOn(tail: Tail, after: Position): Promise<number[]> {
  const seen: number[] = [];
  for (let at = after; at < tail.position(); ) {
    const batch = await tail.next(at, TYPES);
    for (const { data } of batch?.events ?? []) seen.push((data as { n: number }).n);
    at = batch?.position ?? at;
  }
  return seen;
}

test('a consumer that lags a little reads from memory', async () => {
  const { tail, pages, append, reached, end } = await setUp();
  await append(3_000);
  await reached();
  assert.equal(
    await readOn(tail, BEGINNING),
    Array.from({ length: 3_000 }, (_, n) => n),
  );
  assert.equal(pages, []);
  end();
});

test('events beyond the ring, by number or by size, are read from the store, and none is left out', async () => {
  for (const [count, text] of [
    [10_000, ''],
    [1_200, 'x'.repeat(65_536)],
  ] as const) {
    const { tail, pages, append, reached, end } = await setUp();
    await append(count, text);
    await reached();
    assert.equal(
      await readOn(tail, BEGINNING),
      Array.from({ length: count }, (_, n) => n),
    );
    assert.ok(pages.length > 0, `${count} events of ${text.length} characters are not all in the ring`);
    end();
  }
});

test('after each position comes the next event, at the edge of the ring too', async () => {
  const { tail, pages, append, reached, end } = await setUp();
  await append(9_000);
  await reached();
  const isNext = async (n: number) => {
    const after = positionAt(n);
    const batch = await tail.next(after, TYPES);
    assert.is((batch?.events[0]?.data as { n: number } | undefined)?.n, n, `after ${after}`);
  };
  // The first position for which no page is read is in the ring, at most a step after its edge.
  const step = 50;
  let at = 0;
  for (let before = -1; pages.length > before; at += step) {
    before = pages.length;
    await isNext(at);
  }
  assert.ok(at > step * 2 && at < 9_000);
  for (let n = at - 3 * step; n < at; n++) await isNext(n);
  end();
});

test('there is nothing at the end; who reads is woken when something comes, and who watches has it before', async () => {
  const { tail, append, reached, end } = await setUp();
  assert.is(await tail.next(BEGINNING, TYPES), null);
  const seen: string[] = [];
  const leave = tail.onRead(new Set(TYPES), () => seen.push('woken'));
  tail.watch(TYPES, (events) => void seen.push(`watched ${events.length}`));
  await append(1);
  await reached();
  assert.is((await tail.next(BEGINNING, TYPES))?.events.length, 1);
  assert.equal(seen, ['watched 1', 'woken']);
  leave();
  await append(1);
  await reached();
  assert.equal(seen.slice(2), ['watched 1'], 'who has left is woken no more');
  assert.is(await tail.next(tail.position(), TYPES), null);
  end();
});

test.run();
