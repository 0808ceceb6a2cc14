import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { batchMemory, fitsBatch, newBatchMemory } from '../../../src/adapters/embedded/batchMemory.ts';
import {
  BATCHES,
  gatheringBatches,
  type TakenBatch,
} from '../../../src/adapters/embedded/gatheringBatches.ts';
import { type EncodedAppend, TEXTS_AN_EVENT, TYPE_AT } from '../../../src/adapters/embedded/logFormat.ts';
import { type Random, seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';
import { asRead, randomAppend, readBatch } from './randomAppends.ts';

const test = suite('gathering batches, against a plain queue');

const SEEDS = [1, 2, 3].map((n) => SEED * 1_000 + n);
const OPERATIONS = 800;
const BOUNDS = { batch: { appends: 5, heads: 90, bytes: 9_000 }, waitingCharacters: 12_000 };

type Caller = TakenBatch['callers'][number];

/** Batches with small bounds, and the queue that they should act like; each step is checked against it. */
function checkedBatches(random: Random, seed: number) {
  const shared = Array.from({ length: BATCHES }, () => newBatchMemory(BOUNDS.batch));
  const batches = gatheringBatches(shared, BOUNDS);
  const memories = shared.map((memory) => batchMemory(memory, BOUNDS.batch));
  /** Appends that were accepted and not taken: the first of them are in the batch, the others wait for room. */
  let queue: { readonly append: EncodedAppend; readonly caller: Caller }[] = [];
  let made = 0;
  let underWay: TakenBatch | null = null;
  const seen = { accepted: 0, refused: 0, waited: 0 };

  const charactersWaiting = () =>
    queue.slice(batches.callers()).reduce((sum, { append }) => sum + append.characters, 0);
  const next = (): EncodedAppend => {
    const append = randomAppend(random, made++);
    // Its callers refuse an append that no batch can hold before it comes here.
    return fitsBatch(append, BOUNDS.batch) ? append : next();
  };

  const add = (): boolean => {
    const append = next();
    const caller: Caller = { resolve: () => {}, reject: () => {} };
    const before = { callers: batches.callers(), waiting: charactersWaiting() };
    const says = `append ${made} with ${before.callers} in the batch, seed ${seed}`;
    const accepted = batches.add(append, caller);
    if (!accepted) {
      seen.refused++;
      assert.is(batches.callers(), before.callers, `${says}: a refused append leaves no trace`);
      assert.ok(
        before.waiting + append.characters > BOUNDS.waitingCharacters,
        `${says}: refused though only ${before.waiting} characters wait`,
      );
      return false;
    }
    seen.accepted++;
    queue.push({ append, caller });
    if (batches.callers() === before.callers) seen.waited++;
    else assert.is(before.waiting, 0, `${says}: it must not overtake those that wait`);
    assert.ok(charactersWaiting() <= BOUNDS.waitingCharacters, `${says}: too much waits`);
    return true;
  };

  const take = (): boolean => {
    if (underWay !== null) return false;
    const size = batches.callers();
    const taken = batches.take();
    assert.is(taken === null, size === 0, `seed ${seed}: only an empty batch cannot be taken`);
    if (taken === null) {
      assert.is(queue.length, 0, `seed ${seed}: nothing waits while the batch is empty`);
      return false;
    }
    const expected = queue.slice(0, size);
    queue = queue.slice(size);
    const memory = memories[taken.number];
    assert.ok(memory !== undefined);
    assert.is(taken.appends, size);
    assert.ok(size <= BOUNDS.batch.appends, `seed ${seed}: ${size} appends in one batch`);
    assert.ok(
      taken.callers.every((caller, at) => caller === expected[at]?.caller),
      `seed ${seed}: the callers come in their order`,
    );
    const found = memory && readBatch(memory, taken.appends);
    assert.equal(
      found,
      expected.map(({ append }) => asRead(append)),
      `seed ${seed}: in their order`,
    );
    const types = expected.flatMap(({ append: { texts } }) =>
      texts.filter((_, at) => at % TEXTS_AN_EVENT === TYPE_AT),
    );
    assert.equal([...taken.types].sort(), [...new Set(types)].sort(), `seed ${seed}: types of the batch`);
    underWay = taken;
    return true;
  };

  const finish = () => {
    underWay?.empty();
    underWay = null;
  };

  return { add, take, finish, seen, left: () => queue.length + batches.callers() };
}

for (const seed of SEEDS) {
  test(`random additions and takings, seed ${seed}`, () => {
    const random = seededRandom(seed);
    const { add, take, finish, seen, left } = checkedBatches(random, seed);
    for (let n = 0; n < OPERATIONS; n++) {
      // Busy stretches fill what may wait, quiet ones drain it.
      const isBusy = Math.floor(n / 100) % 2 === 0;
      if (random() < (isBusy ? 0.9 : 0.4)) add();
      else if (random() < 0.5) take();
      else finish();
    }
    for (finish(); take(); ) finish();
    assert.is(left(), 0, `seed ${seed}: everything that was accepted was taken`);
    assert.ok(seen.refused > 10 && seen.waited > 50 && seen.accepted > 200, JSON.stringify(seen));
  });
}

test('as much may wait the second time as the first time', () => {
  const { add, take, finish, left } = checkedBatches(() => 0.5, 0);
  const accepted: number[] = [];
  for (let round = 0; round < 3; round++) {
    let count = 0;
    while (add()) count++;
    accepted.push(count);
    while (take()) finish();
    assert.is(left(), 0);
  }
  assert.ok((accepted[0] ?? 0) > BOUNDS.batch.appends, 'some of them waited');
  assert.is(new Set(accepted).size, 1, `accepted in each round: ${accepted.join(', ')}`);
});

test.run();
