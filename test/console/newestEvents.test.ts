import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Before, newestOfLog } from '../../src/console/newestEvents.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../src/events/event.ts';
import { sealedLog } from '../audit/sealedLog.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';

const test = suite('the newest events of a log');
const LAST = '9'.repeat(BEGINNING.length) as Position;

/** Days with a few events a quarter of an hour, each followed by a seal. */
async function written(rounds: number, each: number) {
  const store = memoryEventStore();
  const { write, seal, ledger } = await sealedLog(store);
  for (let round = 0; round < rounds; round++) {
    await write(each);
    await seal(15);
  }
  let seen = 0;
  const counted = {
    ...store,
    readAll: async (...args: Parameters<typeof store.readAll>) => {
      const page = await store.readAll(...args);
      seen += page.events.length;
      return page;
    },
  };
  const begin: Before = { position: LAST, at: new Date(ledger.clock.nowMs()).toISOString() };
  const pages = async (
    wanted: (event: RecordedEvent) => boolean,
    after: Position = BEGINNING,
    lookedAt = 20_000,
  ) => {
    const all: RecordedEvent[] = [];
    const seenBy: number[] = [];
    for (let before: Before | null = begin; before !== null; ) {
      seen = 0;
      const page = await newestOfLog(counted, { before, after, wanted }, lookedAt);
      seenBy.push(seen);
      all.push(...page.events);
      before = page.next;
    }
    return { all, seenBy };
  };
  return { store, pages };
}

const places = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);

test('are found page by page, each once, also where few of them are wanted', async () => {
  const { store, pages } = await written(120, 5);
  for (const every of [1, 2, 37, 1_000]) {
    const wanted = ({ position }: RecordedEvent) => Number(position) % every === 0;
    assert.equal(
      places((await pages(wanted)).all),
      places(store.log.filter(wanted).toReversed()),
      `${every}`,
    );
  }
  const half = store.log[300]?.position ?? BEGINNING;
  const later = store.log.filter(({ position }) => position > half).toReversed();
  assert.equal(places((await pages(() => true, half)).all), places(later));
});

test('a page reads the end of the log, and not all of it', async () => {
  const { store, pages } = await written(60, 40);
  const { seenBy } = await pages(() => true);
  assert.ok(store.log.length > 2_000);
  assert.ok((seenBy[0] ?? 0) < 1_000, `${seenBy[0]}`);
});

test('a page that finds nothing ends after so many events, and the next one goes on', async () => {
  const { store, pages } = await written(120, 5);
  const [first] = store.log;
  const { all, seenBy } = await pages(({ position }) => position === first?.position, BEGINNING, 100);
  assert.equal(places(all), places(first === undefined ? [] : [first]));
  assert.ok(seenBy.length > 1, 'in several pages');
});

test.run();
