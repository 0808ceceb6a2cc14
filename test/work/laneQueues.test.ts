import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { laneQueues } from '../../src/work/laneQueues.ts';
import { manualClock } from '../support/manualClock.ts';
import { type Random, seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { positionOf, type WorkItem, workTable } from './workTable.ts';

const test = suite('lane queues');
/** A lane is looked at from its start this often at most. */
const FROM_START_EVERY_MS = 1_000;
type Bounds = Parameters<typeof laneQueues>[3];

/** Queues over an index in memory; what is in hand is a set of the test. */
function bench(bounds: Bounds) {
  const clock = manualClock();
  const table = workTable();
  const inHand = new Set<string>();
  const items = new Map<string, WorkItem>();
  const queues = laneQueues(table.collection, (key) => inHand.has(key), clock, bounds);
  return {
    ...{ clock, table, inHand, queues, items },
    add(key: string, lane: string, dueAtMs: number, partition = 0, isAtOnce = false) {
      const item = { key, position: positionOf(1), document: { partition, lane, dueAtMs, isAtOnce } };
      items.set(key, item);
      table.fold(key, item.position, item.document);
    },
    finish(key: string) {
      items.delete(key);
      inHand.delete(key);
      table.fold(key, positionOf(2), null);
    },
    look: (lane: string, room: number, partition = 0) => queues.next(partition, lane, room, clock.nowMs()),
  };
}

const keysOf = (items: readonly WorkItem[]) => items.map(({ key }) => key);
const numbered = (n: number) => `item-${String(n).padStart(4, '0')}`;

test('what is in hand is not read again at each look', async () => {
  const { table, inHand, look, add, clock } = bench({ pageItems: 8 });
  const all = Array.from({ length: 300 }, (_, n) => numbered(n));
  for (const key of all) add(key, 'a', clock.nowMs());
  const found: string[] = [];
  for (let looks = 0; looks < 30; looks++) {
    const { items, started } = await look('a', 10);
    started(items.length);
    for (const key of keysOf(items)) inHand.add(key);
    found.push(...keysOf(items));
  }
  assert.equal(found, all);
  assert.ok(table.counts.items < 3 * all.length, `${table.counts.items} items were read for ${all.length}`);
});

test('an item that was added at the front is found, and then the reads go on where they were', async () => {
  const { table, inHand, look, add, clock } = bench({ pageItems: 8 });
  for (let n = 0; n < 300; n++) add(numbered(n), 'a', clock.nowMs());
  const start = async (room: number) => {
    const { items, started } = await look('a', room);
    started(items.length);
    for (const key of keysOf(items)) inHand.add(key);
    return keysOf(items);
  };
  for (let looks = 0; looks < 20; looks++) await start(10);
  add('item-0000-more', 'a', clock.nowMs());
  clock.pass(FROM_START_EVERY_MS);
  assert.equal(await start(1), ['item-0000-more']);
  const before = table.counts.items;
  assert.equal(await start(1), [numbered(200)]);
  assert.ok(table.counts.items - before < 20, `${table.counts.items - before} items were read for one`);
});

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`what waits for no date is found between what does, after the clock was set back (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const { look, add, clock, inHand } = bench({ pageItems: 16 });
    const startMs = clock.nowMs();
    const [atOnce, dated]: [string[], string[]] = [[], []];
    // Of what waits for a date at most 16 are next to each other.
    for (let n = 0, together = 0; n < 300; n++) {
      const isAtOnce = together === 16 || random() < 0.3;
      together = isAtOnce ? 0 : together + 1;
      (isAtOnce ? atOnce : dated).push(numbered(n));
      add(numbered(n), 'a', startMs + n, 0, isAtOnce);
    }
    const foundFrom = async (nowMs: number) => {
      clock.step(nowMs);
      const found: string[] = [];
      let last = await look('a', 1);
      for (let looks = 0; looks < 1_000 && (!last.isAll || last.items.length > 0); looks++) {
        last.started(last.items.length);
        for (const key of keysOf(last.items)) inHand.add(key);
        found.push(...keysOf(last.items));
        clock.pass(FROM_START_EVERY_MS / 2);
        last = await look('a', 1 + Math.floor(random() * 20));
      }
      return { found, nextAtMs: last.nextAtMs };
    };
    const nextAtMs = startMs + Number(dated[0]?.slice('item-'.length));
    assert.equal(await foundFrom(startMs - 3_600_000), { found: atOnce, nextAtMs });
    const then = await foundFrom(startMs + 300);
    assert.equal([then.found.sort(), then.nextAtMs], [dated, null], 'what waits for a date has it');
  });

test('a short lane is soon read from its start again: the pause grows with what was read', async () => {
  const { look, add, clock } = bench({});
  for (let n = 0; n < 10; n++) add(numbered(n), 'a', clock.nowMs());
  const first = await look('a', 5);
  assert.is(first.fromStartInMs, 50 + 10 * 4);
  first.started(5);
  (await look('a', 1)).started(1);
  clock.pass(first.fromStartInMs);
  assert.equal(keysOf((await look('a', 1)).items), [numbered(0)]);
});

test('the next look goes on after those that were started', async () => {
  const { inHand, look, add, clock } = bench({});
  for (let n = 0; n < 10; n++) add(numbered(n), 'a', clock.nowMs());
  const first = await look('a', 6);
  assert.equal(keysOf(first.items), [0, 1, 2, 3, 4, 5].map(numbered));
  first.started(3);
  for (const key of keysOf(first.items).slice(0, 3)) inHand.add(key);
  assert.equal(keysOf((await look('a', 6)).items), [3, 4, 5, 6, 7, 8].map(numbered));
});

test('of more lanes than the bound the oldest is looked at from its start', async () => {
  const { inHand, look, add, clock } = bench({ maxPlaces: 2 });
  const lanes = ['a', 'b', 'c'];
  for (const lane of lanes) {
    for (let n = 0; n < 10; n++) add(`${lane}-${numbered(n)}`, lane, clock.nowMs());
    const { items, started } = await look(lane, 4);
    started(items.length);
    for (const key of keysOf(items)) inHand.add(key);
  }
  for (const lane of lanes) add(`${lane}-early`, lane, clock.nowMs() - 1);
  const next = await Promise.all(lanes.map(async (lane) => keysOf((await look(lane, 1)).items)[0]));
  assert.equal(next, ['a-early', `b-${numbered(4)}`, `c-${numbered(4)}`]);
});

const LANES = [
  { lane: 'a', partition: 0 },
  { lane: 'b', partition: 0 },
  { lane: 'a', partition: 1 },
] as const;

type Lane = (typeof LANES)[number];
type Bench = ReturnType<typeof bench>;

/** The items of a lane in their order, read off plainly. */
function sorted({ items }: Bench, { lane, partition }: Lane): WorkItem[] {
  const own = [...items.values()].filter(
    ({ document }) => document.lane === lane && document.partition === partition,
  );
  const byKey = (a: WorkItem, b: WorkItem) => (a.key < b.key ? -1 : 1);
  return own.sort((a, b) => a.document.dueAtMs - b.document.dueAtMs || byKey(a, b));
}

/** Looks at a lane, and compares with what is there. Resolves with the items, and whether the first free one is first. */
async function checkedLook(all: Bench, where: Lane, room: number, context: string) {
  const { inHand, clock, look } = all;
  const items = sorted(all, where);
  const due = items.filter(({ document }) => document.dueAtMs <= clock.nowMs());
  const free = keysOf(due).filter((key) => !inHand.has(key));
  const found = await look(where.lane, room, where.partition);
  const keys = keysOf(found.items);
  const first = free.indexOf(keys[0] ?? '');
  const expected = keys.length === 0 ? [] : free.slice(first, first + room);
  assert.equal(keys, expected, `free items in their order, none left out (${context})`);
  if (keys.length < room) {
    const next = items[due.length]?.document.dueAtMs ?? null;
    assert.is(found.nextAtMs, next, `when the next one is due (${context})`);
  }
  if (found.isAll) {
    assert.equal(keys, free, `all that is free (${context})`);
    assert.is(found.skipped, due.length - free.length, `items in hand (${context})`);
  }
  const isFirst = free.length === 0 || keys[0] === free[0];
  return { keys, started: found.started, isFirst, left: free.length - keys.length };
}

/** One change of what is there. */
function change(random: Random, all: Bench, key: string): void {
  const { inHand, items, clock, add, finish } = all;
  const [one = ''] = [...inHand].slice(Math.floor(random() * inHand.size));
  const draw = random();
  if (draw < 0.5 && !items.has(key)) {
    const { lane, partition } = LANES[Math.floor(random() * LANES.length)] ?? LANES[0];
    add(key, lane, clock.nowMs() + Math.floor((random() - 0.7) * 5_000), partition);
  } else if (draw < 0.65) clock.pass(Math.floor(random() * 1_000));
  else if (draw < 0.8) inHand.delete(one);
  else if (items.has(one)) finish(one);
}

async function randomLooks(seed: number, bounds: Bounds, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const all = bench(bounds);
  const { inHand, items, clock } = all;
  /** When the first free item of a lane was first in a look, and the looks long after it in which it was not. */
  const lastFirst = new Map<Lane, { atMs: number; lateLooks: number }>();
  const lookAt = async (where: Lane, room: number, begun: number, context: string) => {
    const { keys, started, isFirst, left } = await checkedLook(all, where, room, context);
    const nowMs = clock.monotonicMs();
    const last = lastFirst.get(where) ?? { atMs: nowMs, lateLooks: 0 };
    if (isFirst) lastFirst.set(where, { atMs: nowMs, lateLooks: 0 });
    else if (nowMs - last.atMs >= FROM_START_EVERY_MS) last.lateLooks++;
    assert.ok(last.lateLooks <= 1, `the start of the lane is left out for ever (${context})`);
    const count = Math.min(begun, keys.length);
    started(count);
    for (const key of keys.slice(0, count)) inHand.add(key);
    return left + keys.length - count;
  };
  for (let step = 0; step < steps; step++) {
    change(random, all, numbered(Math.floor(random() * 120)));
    if (random() < 0.6) continue;
    const room = 1 + Math.floor(random() * 6);
    const begun = random() < 0.7 ? room : Math.floor(random() * room);
    const where = LANES[Math.floor(random() * LANES.length)] ?? LANES[0];
    await lookAt(where, room, begun, `SEED=${SEED}, run ${seed}, step ${step}`);
  }
  clock.pass(5_000);
  for (const where of LANES) {
    const context = `SEED=${SEED}, run ${seed}, at the end`;
    let looks = 2 * Math.ceil(items.size / 5) + 2;
    for (let left = 1; left > 0 && looks > 0; looks--, clock.pass(FROM_START_EVERY_MS))
      left = await lookAt(where, 5, 5, context);
    const missing = keysOf(sorted(all, where)).filter((key) => !inHand.has(key));
    assert.equal(missing, [], `every item that is due is started in the end (${context})`);
  }
  for (const key of [...items.keys()]) all.finish(key);
  for (const where of LANES) {
    // The first of these looks may go on from a place, the second one is from the start.
    for (let looks = 0; looks < 2; looks++, clock.pass(FROM_START_EVERY_MS))
      await lookAt(where, 5, 5, 'empty');
    const { items: none, isAll, skipped, nextAtMs } = await all.look(where.lane, 5, where.partition);
    assert.equal([none.length, isAll, skipped, nextAtMs], [0, true, 0, null], `SEED=${SEED}, run ${seed}`);
  }
}

for (const [run, bounds] of [{ pageItems: 1 }, { pageItems: 4, maxPlaces: 1 }, { pageItems: 64 }].entries())
  test(`random looks find every free item in its order (SEED=${SEED}, run ${run})`, () =>
    randomLooks(SEED * 10 + run, bounds, 2_000));

test.run();
