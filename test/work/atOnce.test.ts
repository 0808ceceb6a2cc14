import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WINDOW } from '../support/freePace.ts';
import { manualClock } from '../support/manualClock.ts';
import { runningLoop } from './runningLoop.ts';
import { positionOf } from './workTable.ts';

const test = suite('items that wait for no date');
const MINUTE_MS = 60_000;

function setUp() {
  const clock = manualClock();
  const started: string[] = [];
  const pace = { left: 1_000 };
  const loop = runningLoop(clock, {
    async run(key) {
      started.push(key);
      loop.table.fold(key, positionOf(2), null);
      return { position: positionOf(2) };
    },
    async admit(_, wanted) {
      const granted = Math.min(pace.left, wanted);
      pace.left -= granted;
      return { granted, retryAfterMs: granted < wanted ? 1_000 : 0, window: WINDOW };
    },
  });
  /** Folds items that were accepted or are due so many minutes from now, and notifies the loop of none. */
  const fold = (items: Readonly<Record<string, number>>, isAtOnce: boolean, lane = 'lane') => {
    for (const [key, minutes] of Object.entries(items)) {
      const dueAtMs = clock.nowMs() + minutes * MINUTE_MS;
      loop.table.fold(key, positionOf(1), { partition: 0, lane, dueAtMs, isAtOnce });
    }
  };
  return { clock, loop, started, pace, fold };
}

test('are begun in their order when the clock is set back while they wait for the pace; dated ones keep their dates', async () => {
  const { clock, loop, started, pace, fold } = setUp();
  pace.left = 1;
  fold({ first: -3, second: -2, third: -1 }, true);
  fold({ dated: -1.5, later: 20 }, false);
  await clock.advance(2_000);
  assert.equal(started, ['first']);
  clock.step(clock.nowMs() - 50 * MINUTE_MS);
  pace.left = 1_000;
  await clock.advance(2_000);
  assert.equal(started, ['first', 'second', 'third']);
  await clock.advance(48 * MINUTE_MS);
  assert.equal(started.length, 3);
  await clock.advance(MINUTE_MS);
  assert.equal(started.slice(3), ['dated']);
  await clock.advance(22 * MINUTE_MS);
  assert.equal(started.slice(4), ['later']);
  await loop.end();
});

test('are begun at once although the clock of who accepted them is ahead, whether or not the write was noticed', async () => {
  const { clock, loop, started, fold } = setUp();
  await clock.advance(2_000);
  fold({ hinted: 10 }, true, 'one');
  const document = { partition: 0, lane: 'one', dueAtMs: clock.nowMs() + 10 * MINUTE_MS, isAtOnce: true };
  loop.news.wrote([{ document }]);
  await clock.advance(10);
  assert.equal(started, ['hinted']);
  fold({ swept: 10 }, true, 'two');
  fold({ dated: 5 }, false, 'two');
  await clock.advance(62_000);
  assert.equal(started, ['hinted', 'swept']);
  await clock.advance(5 * MINUTE_MS);
  assert.equal(started, ['hinted', 'swept', 'dated']);
  await loop.end();
});

test('of a lane that is asleep until a date wake it', async () => {
  const { clock, loop, started, fold } = setUp();
  fold({ dated: 60 }, false);
  await clock.advance(5_000);
  fold({ new: 70 }, true);
  await clock.advance(62_000);
  assert.equal(started, ['new']);
  await loop.end();
});

test.run();
