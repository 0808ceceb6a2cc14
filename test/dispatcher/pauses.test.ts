import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pausesBy } from '../../src/dispatcher/pauses.ts';
import { manualClock } from '../support/manualClock.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('pauses');

test('pauses that are over make room for as many new ones', () => {
  const clock = manualClock();
  const pauses = pausesBy(clock, 3);
  for (const round of [1, 2, 3]) {
    let over = 0;
    const add = () => pauses.add(1_000, () => over++);
    assert.equal([add(), add(), add(), add()], [true, true, true, false], `round ${round}`);
    clock.pass(1_000);
    pauses.resume();
    assert.is(over, 3, `round ${round}`);
  }
});

test('a delivery that goes on may begin the next pause at once, also when all are taken', () => {
  const clock = manualClock();
  const pauses = pausesBy(clock, 1);
  let isTaken = false;
  pauses.add(1_000, () => {
    isTaken = pauses.add(1_000, () => {});
  });
  clock.pass(1_000);
  pauses.resume();
  assert.ok(isTaken);
  assert.is(pauses.nextInMs(), 1_000);
});

const MAX_PAUSES = 8;
const STEPS = 3_000;
const LONGEST_MS = 50;

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`random pauses end as those of a plain list do (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below: number) => Math.floor(random() * below);
    const clock = manualClock();
    const pauses = pausesBy(clock, MAX_PAUSES);
    /** When each pause is over. */
    let expected: number[] = [];
    let resumed: number[] = [];
    let refused = 0;
    const resume = (step: number) => {
      const over: number[] = [];
      resumed = over;
      pauses.resume();
      const due = expected.filter((atMs) => atMs <= clock.monotonicMs());
      expected = expected.filter((atMs) => atMs > clock.monotonicMs());
      assert.equal(
        over,
        due.sort((a, b) => a - b),
        `step ${step}`,
      );
    };
    for (let step = 0; step < STEPS; step++) {
      const what = random();
      if (what < 0.5) {
        const atMs = clock.monotonicMs() + draw(LONGEST_MS);
        const isTaken = pauses.add(atMs - clock.monotonicMs(), () => resumed.push(atMs));
        assert.is(isTaken, expected.length < MAX_PAUSES, `step ${step}`);
        if (isTaken) expected.push(atMs);
        else refused++;
      } else if (what < 0.8) clock.pass(draw(LONGEST_MS / 2));
      else resume(step);
      // A step of the wall clock changes nothing.
      if (what > 0.98) clock.step(draw(1_000_000));
      const soonestMs = Math.max(0, Math.min(...expected) - clock.monotonicMs());
      assert.is(pauses.nextInMs(), soonestMs, `step ${step}`);
    }
    assert.ok(refused > 0, 'the bound was never reached');
    clock.pass(LONGEST_MS);
    resume(STEPS);
    assert.is(pauses.nextInMs(), Number.POSITIVE_INFINITY);
  });

test.run();
