// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../src/adapters/position.ts';
import { BEGINNING, type Position } from '../../../src/events/event.ts';
import { EventStoreUnavailable, type ReadAllOptions } from '../../../src/ports/eventStore.ts';
import { type Reader, type SharedPages, sharedPages } from '../../../src/runtime/follow/sharedPages.ts';
import { fill, freshStream } from '../../contract/eventStore/events.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';

const test = suite('pages that consumers share');
const TYPE = 'ContractNoted';
const PAGE = 1_000;

/** A log of so many pages, and the reads that are made of it. */
async function logOf(pageCount: number) {
  const store = memoryEventStore();
  const written = await fill(store, freshStream(), pageCount * PAGE);
  const head = await store.head();
  const reads: ReadAllOptions[] = [];
  const fault = { isThere: false };
  const watched = {
    async readAll(options: ReadAllOptions) {
      reads.push(options);
      if (fault.isThere) throw new EventStoreUnavailable('planted');
      return store.readAll(options);
    },
  };
  const clock = manualClock();
  const pages = sharedPages(watched, [TYPE, 'Other'], clock, new AbortController().signal);
  return { pages, clock, written, head, reads, fault };
}

/** A reader with its place, and what it has been given. */
function readerOf(pages: SharedPages, from = BEGINNING) {
  const reader: Reader = { types: [TYPE] };
  const seen: string[] = [];
  const place = { at: from };
  return {
    seen,
    place,
    leave: () => pages.leave(reader),
    async step() {
      const batch = await pages.next(reader, place.at);
      seen.push(...batch.events.map(({ id }) => id));
      place.at = batch.position;
    },
  };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('each page is read once, however fast each reader is, while the latest is a few pages later', async () => {
  const { pages, written, head, reads } = await logOf(20);
  const readers = Array.from({ length: 10 }, () => readerOf(pages));
  await Promise.all(
    readers.map(async ({ place, step }, speed) => {
      while (place.at < head) {
        await step();
        await turns(speed);
      }
    }),
  );
  for (const { seen } of readers) assert.equal(seen, written);
  assert.is(reads.length, 20);
});

test('readers that begin at different places come to read the same pages', async () => {
  const { pages, written, head, reads } = await logOf(12);
  const positions: Position[] = [];
  const first = readerOf(pages);
  while (positions.length < 5) {
    await first.step();
    positions.push(first.place.at);
  }
  first.leave();
  reads.length = 0;
  const between = (n: number) => positionAt(Number(positions[4]) - n * 370);
  const readers = [4, 0, 3, 1, 2].map((n) => readerOf(pages, between(n)));
  await Promise.all(
    readers.map(async ({ place, step }) => {
      while (place.at < head) await step();
    }),
  );
  for (const { seen } of readers) assert.equal(seen, written.slice(-seen.length));
  assert.ok(reads.length < 20, `${reads.length} reads of some nine pages for five readers`);
});

test('one that stands still delays the others for five seconds, and reads by its own types until it has come to them', async () => {
  const { pages, clock, written, head, reads } = await logOf(30);
  const [slow, fast] = [readerOf(pages), readerOf(pages)];
  await slow.step();
  const going = (async () => {
    while (fast.place.at < head) await fast.step();
  })();
  await turns(200);
  const waitsAt = fast.seen.length;
  assert.ok(waitsAt < 10 * PAGE, `it has read ${waitsAt} events`);
  await clock.advance(4_900);
  assert.is(fast.seen.length, waitsAt);
  await clock.advance(200);
  await going;
  assert.equal(fast.seen, written);
  const shared = reads.length;
  assert.is(shared, 30);
  while (slow.place.at < head) await slow.step();
  assert.equal(slow.seen, written);
  const own = reads.slice(shared);
  assert.ok(own.length >= 20 && own.length < 29, `${own.length} pages of its own`);
  assert.ok(own.every(({ types }) => types?.length === 1));
});

test('a page that could not be read is read again for the next that asks', async () => {
  const { pages, written, head, fault } = await logOf(3);
  const { place, seen, step } = readerOf(pages);
  await step();
  fault.isThere = true;
  await step();
  const failed = await step().catch((error) => error);
  assert.instance(failed, EventStoreUnavailable);
  fault.isThere = false;
  while (place.at < head) await step();
  assert.equal(seen, written);
});

test('nothing is held once no one lags', async () => {
  const { pages, reads } = await logOf(4);
  const one = readerOf(pages);
  await one.step();
  await one.step();
  await turns(5);
  one.leave();
  reads.length = 0;
  await readerOf(pages).step();
  assert.is(reads[0]?.after, BEGINNING);
});

test.run();
