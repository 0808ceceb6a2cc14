import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { laneSweeps } from '../../src/work/laneSweeps.ts';
import { manualClock } from '../support/manualClock.ts';
import { positionOf, workTable } from './workTable.ts';

const test = suite('sweeps of lanes');

const HEAD = 2;
const PAGE_ITEMS = 128;
const NEVER = Number.POSITIVE_INFINITY;

/** Sweeps over lanes with one item each. `reached`: how far the index has come at first. */
function sweepFixture(lanes: readonly string[], reached = HEAD) {
  const clock = manualClock();
  const table = workTable();
  let index = reached;
  const fold = (more: readonly string[], partition = 0) => {
    for (const lane of more) table.fold(lane, positionOf(1), { partition, lane, dueAtMs: clock.nowMs() });
  };
  fold(lanes);
  const found: string[] = [];
  const lost: number[] = [];
  let pages = 0;
  let onPage = () => {};
  const sweeps = laneSweeps({
    collection: {
      page(query) {
        pages++;
        onPage();
        return table.collection.page(query);
      },
    },
    clock,
    head: async () => positionOf(HEAD),
    reached: () => positionOf(index),
    onFound: ({ lane }) => found.push(lane),
    onLost: (partition) => lost.push(partition),
  });
  return {
    ...{ sweeps, clock, table, found, lost, fold },
    done: (lane: string) => table.fold(lane, positionOf(2), null),
    /** What was found, and how many pages were read, since the last call. */
    taken() {
      const taken = { found: found.splice(0), pages };
      pages = 0;
      return taken;
    },
    catchUp(more: readonly string[]) {
      fold(more);
      index = HEAD;
    },
    onNextPage(act: () => void) {
      onPage = () => {
        onPage = () => {};
        act();
      };
    },
    /** Steps whenever it is time, for so long. */
    async run(ms: number) {
      for (const endMs = clock.monotonicMs() + ms; clock.monotonicMs() < endMs; ) {
        await sweeps.step();
        await clock.advance(Math.max(5, Math.min(sweeps.nextInMs(), endMs - clock.monotonicMs())));
      }
    },
  };
}

const lanesNamed = (count: number) =>
  Array.from({ length: count }, (_, at) => `lane ${String(at).padStart(6, '0')}`);

test('a new partition is read at once, without a pause, and then a page each second', async () => {
  const names = lanesNamed(3 * PAGE_ITEMS);
  const { sweeps, taken, run } = sweepFixture(names);
  assert.ok(sweeps.follow(new Set([0])));
  assert.is(sweeps.nextInMs(), 0);
  await sweeps.step();
  assert.equal(taken(), { found: names, pages: 4 });
  assert.is(sweeps.nextInMs(), 1_000);
  assert.not.ok(sweeps.follow(new Set([0])));
  await run(5_001);
  const { found, pages } = taken();
  assert.equal([...new Set(found)], names);
  assert.is(pages, 5);
});

test('a partition with more than a page keeps no other from being read', async () => {
  const names = lanesNamed(2 * PAGE_ITEMS);
  const { sweeps, run, fold, found } = sweepFixture(names);
  sweeps.follow(new Set([0, 1, 2]));
  await run(2_000);
  fold(['b'], 2);
  found.splice(0);
  await run(60_001);
  assert.equal([...new Set(found)].sort(), ['b', ...names]);
});

test('a partition that is lost while the page of all is read gets nothing of it', async () => {
  const { sweeps, run, found, onNextPage } = sweepFixture(['a']);
  sweeps.follow(new Set([0, 1]));
  await run(1_500);
  found.splice(0);
  onNextPage(() => sweeps.lose(0));
  await run(1_001);
  assert.equal(found, []);
});

test('one step of a large index ends before the others have waited long', async () => {
  const { sweeps, taken } = sweepFixture(lanesNamed(40 * PAGE_ITEMS));
  sweeps.follow(new Set([0]));
  await sweeps.step();
  assert.is(taken().pages, 16);
  assert.is(sweeps.nextInMs(), 0);
});

test('what was written before the partition was ours is found as soon as the index has it', async () => {
  const { sweeps, run, catchUp, taken } = sweepFixture(['a'], 1);
  sweeps.follow(new Set([0]));
  await run(30_000);
  assert.equal(taken(), { found: ['a'], pages: 1 }, 'it waits for the index');
  catchUp(['b']);
  await run(1_001);
  assert.equal(taken().found.slice(0, 2), ['a', 'b']);
});

test('what is not known any more is found within a second while something is due, else within a minute', async () => {
  const { sweeps, run, fold, found, done, taken } = sweepFixture(['a']);
  sweeps.follow(new Set([0]));
  await run(10_000);
  fold(['b']);
  await run(1_001);
  assert.ok(found.includes('b'));
  done('a');
  done('b');
  await run(70_000);
  taken();
  await run(600_000);
  assert.is(taken().pages, 10, 'an idle index costs one page a minute');
  fold(['c']);
  await run(60_001);
  assert.ok(found.includes('c'));
});

test('a partition that is lost is reported once, and read again from its start when it comes back', async () => {
  const { sweeps, lost, taken } = sweepFixture(['a']);
  sweeps.follow(new Set([0, 1]));
  await sweeps.step();
  sweeps.lose(0);
  sweeps.lose(0);
  assert.equal(lost, [0]);
  taken();
  assert.ok(sweeps.follow(new Set([0])), 'it is new again');
  assert.equal(lost, [0, 1]);
  await sweeps.step();
  assert.equal(taken().found, ['a']);
  sweeps.follow(new Set());
  assert.is(sweeps.nextInMs(), Number.POSITIVE_INFINITY);
});

test('what is read of a partition that is lost meanwhile is not reported', async () => {
  const { sweeps, found, onNextPage } = sweepFixture(['a']);
  sweeps.follow(new Set([0]));
  onNextPage(() => sweeps.lose(0));
  await sweeps.step();
  assert.equal(found, []);
});

test('the first due date is that of the last whole round over all partitions that are held', async () => {
  const { sweeps, clock, fold, run } = sweepFixture([]);
  sweeps.follow(new Set([0, 1]));
  await run(2_000);
  assert.is(sweeps.found().firstDueAtMs, NEVER, 'nothing is due');
  const early = clock.nowMs();
  fold(['z'], 1);
  await clock.advance(5_000);
  fold(lanesNamed(2 * PAGE_ITEMS));
  const late = clock.nowMs();
  await run(62_000);
  assert.equal(sweeps.found(), { dueLanes: 2 * PAGE_ITEMS + 1, firstDueAtMs: early });
  sweeps.lose(1);
  assert.equal(sweeps.found(), { dueLanes: 2 * PAGE_ITEMS, firstDueAtMs: late });
  sweeps.follow(new Set());
  assert.is(sweeps.found().firstDueAtMs, NEVER);
});

test('what is done since goes with the next whole round', async () => {
  const { sweeps, clock, done, run } = sweepFixture(lanesNamed(2 * PAGE_ITEMS));
  sweeps.follow(new Set([0]));
  await run(2_000);
  assert.is(sweeps.found().firstDueAtMs, clock.nowMs() - 2_000);
  for (const lane of lanesNamed(2 * PAGE_ITEMS)) done(lane);
  await run(4_000);
  assert.is(sweeps.found().firstDueAtMs, NEVER);
});

test('a lane whose first item is due later is not counted as due', async () => {
  const { sweeps, clock, table, run } = sweepFixture(['now', 'due']);
  table.fold('later', positionOf(1), { partition: 0, lane: 'later', dueAtMs: clock.nowMs() + 3_600_000 });
  table.fold('more', positionOf(1), { partition: 0, lane: 'now', dueAtMs: clock.nowMs() });
  sweeps.follow(new Set([0]));
  await run(2_000);
  assert.is(sweeps.found().dueLanes, 2);
});

test.run();
