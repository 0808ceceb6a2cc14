import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { WorkLane } from '../../src/work/workLane.ts';
import { workLanes } from '../../src/work/workLanes.ts';
import { heapInUse } from '../support/heapInUse.ts';
import { manualClock } from '../support/manualClock.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('lanes of an index');

/** Lanes `OWNER/KIND` of partition 0. */
function some() {
  const clock = manualClock();
  const lanes = workLanes(clock, (lane) => lane.split('/')[0] ?? '');
  const readable = () => lanes.readable().map(({ lane }) => lane);
  return {
    clock,
    lanes,
    readable,
    note: (lane: string, inMs: number) => lanes.note({ partition: 0, lane, dueAtMs: clock.nowMs() + inMs }),
    /** The lane, which is worth a read. */
    the(lane: string): WorkLane {
      const found = lanes.readable().find((one) => one.lane === lane);
      if (found === undefined) throw new Error(`${lane} is not worth a read`);
      return found;
    },
  };
}

test('a lane sleeps until its earliest date, also when a later one was known first, or comes after', () => {
  const { clock, lanes, readable, note, the } = some();
  note('a/1', 3_000);
  note('a/1', 1_000);
  note('a/1', 2_000);
  clock.pass(999);
  assert.equal([readable(), lanes.nextInMs()], [[], 1]);
  clock.pass(1);
  assert.equal(readable(), ['a/1']);
  lanes.emptied(the('a/1'), clock.nowMs() + 5_000);
  clock.pass(4_999);
  assert.equal([readable(), lanes.nextInMs()], [[], 1]);
  clock.pass(1);
  assert.equal(readable(), ['a/1']);
});

test('of several rests the last one counts, and an item that is to be read again ends it', () => {
  const { clock, lanes, readable, note, the } = some();
  note('a/1', 0);
  const lane = the('a/1');
  lanes.rest(lane, 100);
  lanes.rest(lane, 1_000);
  clock.pass(100);
  assert.equal(readable(), []);
  lanes.recall(lane, 200);
  clock.pass(200);
  assert.equal(readable(), ['a/1']);
  lanes.markRead(lane);
  clock.pass(700);
  assert.equal(readable(), ['a/1'], 'the rest is over, too');
});

test('an item of a lane that sleeps is to be read again: the lane is read at once, and then', () => {
  const { clock, lanes, readable, note, the } = some();
  note('a/1', 60_000);
  lanes.recall({ partition: 0, lane: 'a/1' }, 500);
  assert.equal(readable(), ['a/1']);
  lanes.markRead(the('a/1'));
  clock.pass(500);
  assert.equal(readable(), ['a/1']);
});

test('a recall counts also when the lane was forgotten and is known again', () => {
  const { clock, lanes, readable, note, the } = some();
  lanes.recall({ partition: 0, lane: 'a/1' }, 500);
  lanes.forgetPartition(0);
  note('a/1', 0);
  lanes.rest(the('a/1'), 10_000);
  clock.pass(500);
  assert.equal(readable(), ['a/1']);
  lanes.forgetPartition(0);
  assert.equal(readable(), []);
  clock.pass(10_000);
  assert.equal(readable(), [], 'a rest of the lane that was forgotten');
});

test('what is written to a lane that rests wakes it when it is due, if that is soon', () => {
  const { clock, lanes, readable, note, the } = some();
  note('a/1', 0);
  lanes.rest(the('a/1'), 600_000);
  note('a/1', 61_000);
  note('a/1', 5_000);
  clock.pass(4_999);
  assert.equal(readable(), []);
  clock.pass(1);
  lanes.markRead(the('a/1'));
  clock.pass(60_000);
  assert.equal(readable(), []);
  note('a/1', 0);
  assert.equal(readable(), ['a/1']);
});

test('a closed lane is not read before its time, also when more is noted of it; its owner may have it opened', () => {
  const { clock, lanes, readable, note, the } = some();
  for (const lane of ['a/1', 'a/2', 'b/1']) note(lane, 0);
  const first = the('a/1');
  for (const lane of lanes.readable()) lanes.close(lane, 1_000, 3, 'paced');
  note('a/1', 0);
  note('a/1', 100);
  lanes.recall(first, 100);
  clock.pass(100);
  assert.equal([readable(), lanes.isOpen(first), lanes.markReadable(first)], [[], false, false]);
  lanes.openAllOf(['a']);
  assert.equal([readable(), lanes.isOpen(first)], [['a/1', 'a/2'], true]);
  assert.equal([lanes.reopen(first), lanes.reopen(the('a/2'))], [null, null]);
  clock.pass(900);
  assert.equal([readable(), lanes.reopen(the('b/1'))], [['a/1', 'a/2', 'b/1'], 3]);
});

test('a lane of which nothing is known can be closed', () => {
  const { clock, lanes, readable, note } = some();
  note('a/2', 5_000);
  for (const lane of ['a/1', 'a/2']) lanes.close({ partition: 0, lane }, 1_000, 0, 'paced');
  assert.equal([readable(), lanes.nextInMs()], [[], 1_000]);
  clock.pass(1_000);
  assert.equal(readable(), ['a/1', 'a/2']);
});

test('after its turn a lane comes after the others', () => {
  const { lanes, readable, note, the } = some();
  for (const [at, lane] of ['a/1', 'a/2', 'b/1'].entries()) note(lane, at - 3);
  lanes.toTheBack(the('a/1'));
  assert.equal(readable(), ['a/2', 'b/1', 'a/1']);
});

test('rests grow while nothing is free', () => {
  const { lanes, note, the } = some();
  note('a/1', 0);
  const lane = the('a/1');
  const rests = [false, false, false, false, false, true, false].map((isAfresh) =>
    lanes.backOffMs(lane, isAfresh),
  );
  assert.equal(rests, [100, 200, 400, 800, 1_000, 100, 200]);
});

test('with too many lanes those that are due late are left to the sweep', () => {
  const { clock, lanes, note } = some();
  for (let lane = 0; lane < 100_000; lane++) note(`a/${lane}`, 3_600_000);
  note('b/late', 3_600_000);
  note('b/soon', 1_000);
  clock.pass(3_600_000);
  const known = lanes.readable();
  assert.equal([known.length, known.some(({ lane }) => lane === 'b/soon')], [100_001, true]);
});

test('a lane that is read again and again before a late date keeps one time', () => {
  const CYCLES = 20_000;
  const { clock, lanes, readable, note, the } = some();
  const lateMs = clock.nowMs() + 72 * 3_600_000;
  note('b/1', 72 * 3_600_000);
  const before = heapInUse();
  for (let n = 0; n < CYCLES; n++) {
    // As after each new mail of a workspace that has another one scheduled for a late date.
    note('a/1', 0);
    lanes.emptied(the('a/1'), lateMs);
    // As after each attempt that ends when its endpoint has long been off; the dates of both clocks are some parts apart.
    lanes.close({ partition: 0, lane: 'a/2' }, lateMs - clock.nowMs() + (n % 2), 0, 'off');
    clock.pass(1);
  }
  const keptBytes = heapInUse() - before;
  // An entry of each would be 300 bytes; what else is in the process moves the heap, too.
  assert.ok(keptBytes < CYCLES * 100, `${keptBytes} bytes are kept after ${CYCLES} cycles`);
  clock.pass(lateMs - clock.nowMs() - 1);
  assert.equal([readable(), lanes.nextInMs()], [[], 1]);
  clock.pass(1);
  assert.equal(readable().sort(), ['a/1', 'b/1']);
  clock.pass(1);
  assert.equal(readable().sort(), ['a/1', 'a/2', 'b/1']);
  assert.is(lanes.nextInMs(), Number.POSITIVE_INFINITY);
});

const STEPS = 5_000;
const LATEST_MS = 2_000;
const MANY = Array.from({ length: 12 }, (_, n) => `${'abc'[n % 3]}/${n}`);

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`lanes wake at their times as those of a plain map do (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below: number) => Math.floor(random() * below);
    const { clock, lanes, note } = some();
    /** When each lane that sleeps or rests is worth a read. */
    const expected = new Map<string, { readonly by: 'nowMs' | 'monotonicMs'; readonly atMs: number }>();
    const isDue = (lane: string) => {
      const of = expected.get(lane);
      return of !== undefined && of.atMs <= clock[of.by]();
    };
    let woken = 0;
    for (let step = 0; step < STEPS; step++) {
      const where = `step ${step}`;
      const found = lanes.readable();
      assert.equal(found.map(({ lane }) => lane).sort(), MANY.filter(isDue).sort(), where);
      for (const lane of found) {
        woken++;
        const inMs = draw(LATEST_MS);
        const what = random();
        if (what < 0.2) expected.delete(lane.lane);
        else if (what < 0.6) expected.set(lane.lane, { by: 'nowMs', atMs: clock.nowMs() + inMs });
        else expected.set(lane.lane, { by: 'monotonicMs', atMs: clock.monotonicMs() + inMs });
        if (what < 0.2) lanes.emptied(lane, null);
        else if (what < 0.6) lanes.emptied(lane, clock.nowMs() + inMs);
        else lanes.rest(lane, inMs);
      }
      const lane = MANY[draw(MANY.length)] ?? '';
      const before = expected.get(lane);
      if (before?.by !== 'monotonicMs') {
        const inMs = draw(LATEST_MS);
        note(lane, inMs);
        const atMs = Math.min(clock.nowMs() + inMs, before?.atMs ?? Number.POSITIVE_INFINITY);
        expected.set(lane, { by: 'nowMs', atMs });
      }
      const soonestMs = Math.min(...[...expected.values()].map(({ by, atMs }) => atMs - clock[by]()));
      assert.is(lanes.nextInMs(), soonestMs, where);
      if (random() < 0.01) {
        lanes.forgetPartition(0);
        expected.clear();
      }
      clock.pass(draw(20));
    }
    assert.ok(woken > 500, `${woken} were woken`);
  });

test.run();
