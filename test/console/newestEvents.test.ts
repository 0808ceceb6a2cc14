import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type NewestBounds, newestOfLog } from '../../src/console/newestEvents.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../src/events/event.ts';
import { fill } from '../contract/eventStore/events.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';

const test = suite('the newest events of a log');

/** A log of so many events of the same minute, and the pages of its newest ones. */
async function written(count: number) {
  const store = memoryEventStore();
  await fill(store, 'many', count);
  let seen = 0;
  const counted = {
    readBack: async (options: Parameters<typeof store.readBack>[0]) => {
      const page = await store.readBack(options);
      seen += page.events.length;
      return page;
    },
  };
  const pages = async (
    wanted: (event: RecordedEvent) => boolean,
    after: Position = BEGINNING,
    bounds?: NewestBounds,
  ) => {
    const all: RecordedEvent[] = [];
    const seenBy: number[] = [];
    for (let before: Position | null = null; ; ) {
      seen = 0;
      const page = await newestOfLog(counted, { before, after, wanted }, bounds);
      seenBy.push(seen);
      all.push(...page.events);
      before = page.next;
      if (before === null) return { all, seenBy };
    }
  };
  return { store, pages };
}

const places = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);

test('are found page by page, each once, also where few of them are wanted', async () => {
  const { store, pages } = await written(600);
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

test('a page reads what it shows, however many events came in the last minute', async () => {
  const { pages } = await written(3_000);
  const { seenBy } = await pages(() => true);
  assert.is(seenBy[0], 50);
});

test('a page that finds nothing ends after so many looks, and the next one goes on', async () => {
  const { store, pages } = await written(3_000);
  const [first] = store.log;
  const { all, seenBy } = await pages(({ position }) => position === first?.position, BEGINNING, {
    pages: 2,
  });
  assert.equal(places(all), places(first === undefined ? [] : [first]));
  assert.ok(seenBy.length > 1, 'in several pages');
});

test.run();
