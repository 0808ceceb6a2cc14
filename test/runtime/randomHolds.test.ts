import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openHolds } from '../../src/runtime/holds.ts';
import { manualClock } from '../support/manualClock.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { positionOf } from './workTable.ts';

const test = suite('random holds');
/** The index is asked for its position this often at most. */
const ASK_EVERY_MS = 100;
const LANES = ['one', 'two', 'three'];

/** What is held, in the plainest form. */
function model() {
  return {
    /** Until the index has passed a position, by key. */
    unpassed: new Map<string, number>(),
    /** Until a time, by key. */
    waiting: new Map<string, { readonly lane: string; readonly untilMs: number }>(),
    /** Whether an item was asked for that the index has yet to pass, since the index was last asked. */
    isMissed: false,
    askAtMs: 0,
    has(key: string): boolean {
      if (this.unpassed.has(key)) this.isMissed = true;
      return this.unpassed.has(key) || this.waiting.has(key);
    },
    letGo(nowMs: number, reached: number): void {
      for (const [key, { untilMs }] of this.waiting) if (untilMs <= nowMs) this.waiting.delete(key);
      if (this.unpassed.size === 0 || nowMs < this.askAtMs) return;
      this.askAtMs = nowMs + ASK_EVERY_MS;
      this.isMissed = false;
      for (const [key, position] of this.unpassed) if (position <= reached) this.unpassed.delete(key);
    },
    soonestInMs(nowMs: number): number {
      const times = [...this.waiting.values()].map(({ untilMs }) => untilMs);
      if (this.isMissed) times.push(this.askAtMs);
      return Math.max(0, Math.min(...times) - nowMs);
    },
  };
}

async function randomHolds(seed: number, keys: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const clock = manualClock();
  let reached = 0;
  let last = 0;
  let asked = 0;
  const holds = openHolds(async () => {
    asked++;
    return positionOf(reached);
  }, clock);
  const expected = model();
  const check = (where: string) => {
    assert.is(holds.unpassed, expected.unpassed.size, `items that the index has yet to pass (${where})`);
    for (const lane of LANES) {
      const waiting = [...expected.waiting.values()].filter((one) => one.lane === lane).length;
      assert.is(holds.waitingIn(lane), waiting, `items of lane ${lane} that wait (${where})`);
    }
    assert.is(holds.soonestInMs(), expected.soonestInMs(clock.monotonicMs()), where);
  };
  for (let step = 0; step < steps; step++) {
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    const key = `item-${Math.floor(random() * keys)}`;
    const draw = random();
    if (draw < 0.25) {
      const isHeld = holds.has(key);
      assert.is(isHeld, expected.has(key), `${key} (${where})`);
    } else if (draw < 0.5) {
      // Outcomes come in the order of the log; one that is held anew goes to the end.
      last += Math.floor(random() * 3);
      expected.unpassed.delete(key);
      expected.unpassed.set(key, last);
      holds.untilPassed(key, positionOf(last));
    } else if (draw < 0.65) {
      if (expected.waiting.has(key)) continue;
      const lane = LANES[Math.floor(random() * LANES.length)] ?? 'one';
      const ms = Math.floor(random() * 2_000);
      expected.waiting.set(key, { lane, untilMs: clock.monotonicMs() + ms });
      holds.forMs(key, lane, ms);
    } else if (draw < 0.8) {
      clock.pass(Math.floor(random() * 150));
    } else if (draw < 0.9) {
      reached += Math.floor(random() * (last - reached + 1));
    } else {
      const willAsk = expected.unpassed.size > 0 && clock.monotonicMs() >= expected.askAtMs;
      const before = asked;
      await holds.letGo();
      assert.is(asked - before, willAsk ? 1 : 0, `questions to the index (${where})`);
      expected.letGo(clock.monotonicMs(), reached);
    }
    check(where);
  }
  clock.pass(2_000);
  reached = last;
  await holds.letGo();
  const where = `SEED=${SEED}, run ${seed}, at the end`;
  for (let key = 0; key < keys; key++) assert.not(holds.has(`item-${key}`), `item-${key} is held (${where})`);
  assert.equal([holds.unpassed, ...LANES.map(holds.waitingIn)], [0, 0, 0, 0], where);
  assert.is(holds.soonestInMs(), Number.POSITIVE_INFINITY, where);
}

for (const run of [1, 2, 3])
  test(`what is held is let go at its time and by its position (SEED=${SEED}, run ${run})`, () =>
    randomHolds(SEED * 10 + run, 8 * run, 3_000));

test('an item whose outcome comes out of the order of the log is never let go too early', async () => {
  const random = seededRandom(SEED);
  const clock = manualClock();
  const held = new Map<string, number>();
  let reached = 0;
  const holds = openHolds(async () => positionOf(reached), clock);
  for (let step = 0; step < 1_000; step++) {
    const key = `item-${Math.floor(random() * 50)}`;
    const position = reached + Math.floor(random() * 40);
    holds.untilPassed(key, positionOf(position));
    held.set(key, position);
    reached += Math.floor(random() * 3);
    clock.pass(ASK_EVERY_MS);
    await holds.letGo();
    for (const [one, until] of held)
      if (until > reached) assert.ok(holds.has(one), `${one} was let go (SEED=${SEED}, step ${step})`);
  }
  reached = Math.max(...held.values());
  clock.pass(ASK_EVERY_MS);
  await holds.letGo();
  assert.is(holds.unpassed, 0, `nothing stays once the index has passed everything (SEED=${SEED})`);
});

test.run();
