import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { batchMemory, fitsBatch, newBatchMemory } from '../../../../src/adapters/embedded/log/batchMemory.ts';
import {
  BATCHES,
  gatheringBatches,
  type TakenBatch,
} from '../../../../src/adapters/embedded/log/gatheringBatches.ts';
import {
  type AppendTexts,
  TEXTS_AN_EVENT,
  TYPE_AT,
} from '../../../../src/adapters/embedded/log/logFormat.ts';
import { type Random, seededRandom } from '../../../support/seededRandom.ts';
import { SEED } from '../../../support/testRun.ts';
import { asRead, hasRoom, randomAppend, readBatch } from './randomAppends.ts';

const test = suite('gathering batches, against a plain queue');

const SEEDS = [1, 2, 3].map((n) => SEED * 1_000 + n);
const OPERATIONS = 800;
const BOUNDS = { batch: { appends: 5, heads: 140, bytes: 9_000 }, waitingCharacters: 12_000 };

type Caller = TakenBatch['callers'][number];
interface Queued {
  readonly append: AppendTexts;
  readonly caller: Caller;
}

const appendsOf = (queued: readonly Queued[]) => queued.map(({ append }) => append);
const charactersOf = (queued: readonly Queued[]) =>
  queued.reduce((sum, { append }) => sum + append.characters, 0);

/** Batches with small bounds, and the queue that they should act like; each step is checked against it. */
function checkedBatches(random: Random, seed: number) {
  const shared = Array.from({ length: BATCHES }, () => newBatchMemory(BOUNDS.batch));
  const batches = gatheringBatches(shared, BOUNDS);
  /** What was accepted and not taken: the first of them are in the batch, the others wait for room. */
  const queue: Queued[] = [];
  let underWay: { readonly taken: TakenBatch; readonly expected: readonly Queued[] } | null = null;
  let made = 0;
  const seen = { accepted: 0, refused: 0, waited: 0 };

  const next = (): AppendTexts => {
    const append = randomAppend(random, made++);
    // Its callers refuse an append that no batch can hold before it comes here.
    return fitsBatch(append, BOUNDS.batch) ? append : next();
  };
  const checkWaiting = () => {
    const size = batches.callers();
    const [first] = queue.slice(size);
    if (first === undefined) return;
    const room = hasRoom(BOUNDS.batch, appendsOf(queue.slice(0, size)), first.append);
    assert.not(room, `seed ${seed}: append ${made} waits though the batch has room`);
  };

  return {
    seen,
    left: () => queue.length + batches.callers(),
    add(): boolean {
      const queued = { append: next(), caller: { resolve: () => {}, reject: () => {} } };
      const size = batches.callers();
      const waiting = charactersOf(queue.slice(size));
      const after = waiting + queued.append.characters;
      const says = `seed ${seed}: append ${made}, ${waiting} of ${BOUNDS.waitingCharacters} characters waiting,`;
      const accepted = batches.add(queued.append, queued.caller);
      const waits = accepted && batches.callers() === size;
      if (accepted) queue.push(queued);
      else assert.ok(after > BOUNDS.waitingCharacters, `${says} was refused`);
      if (!accepted) assert.is(batches.callers(), size, `${says} was refused and left a trace`);
      if (waits) assert.ok(after <= BOUNDS.waitingCharacters, `${says} has to be refused`);
      if (accepted && !waits) assert.is(waiting, 0, `${says} overtook those that wait`);
      checkWaiting();
      seen[!accepted ? 'refused' : waits ? 'waited' : 'accepted']++;
      return accepted;
    },
    take(): boolean {
      if (underWay !== null) return false;
      const size = batches.callers();
      const taken = batches.take();
      assert.is(taken === null, size === 0, `seed ${seed}: only an empty batch cannot be taken`);
      if (taken === null) assert.is(queue.length, 0, `seed ${seed}: nothing waits while the batch is empty`);
      else underWay = { taken, expected: queue.splice(0, size) };
      checkWaiting();
      return taken !== null;
    },
    /** Looks at the taken batch only now: what was added after it was taken must have left it alone. */
    finish() {
      if (underWay === null) return;
      const { taken, expected } = underWay;
      underWay = null;
      checkTaken(taken, shared[taken.number], expected, `seed ${seed}: batch before append ${made}`);
      taken.empty();
    },
  };
}

function checkTaken(
  { appends, callers, types }: TakenBatch,
  shared: SharedArrayBuffer | undefined,
  expected: readonly Queued[],
  says: string,
): void {
  if (shared === undefined) throw new Error(`${says}: it has no such number`);
  assert.is(appends, expected.length, says);
  const areInOrder = callers.every((caller, at) => caller === expected[at]?.caller);
  assert.ok(areInOrder && callers.length === appends, `${says}: the callers are those of its appends`);
  const found = readBatch(batchMemory(shared, BOUNDS.batch), appends);
  assert.equal(found, appendsOf(expected).map(asRead), `${says}: its appends`);
  const typesOf = ({ texts }: AppendTexts) => texts.filter((_, at) => at % TEXTS_AN_EVENT === TYPE_AT);
  assert.equal(
    [...types].sort(),
    [...new Set(appendsOf(expected).flatMap(typesOf))].sort(),
    `${says}: types`,
  );
}

for (const seed of SEEDS) {
  test(`random additions and takings, seed ${seed}`, () => {
    const random = seededRandom(seed);
    const { add, take, finish, seen, left } = checkedBatches(random, seed);
    for (let n = 0; n < OPERATIONS; n++) {
      // Busy stretches fill what may wait, quiet ones drain it.
      const isBusy = Math.floor(n / 100) % 2 === 0;
      if (random() < (isBusy ? 0.8 : 0.2)) add();
      else if (random() < 0.5) take();
      else finish();
    }
    for (finish(); take(); ) finish();
    assert.is(left(), 0, `seed ${seed}: everything that was accepted was taken`);
    assert.ok(Math.min(...Object.values(seen)) > 20, `each outcome came about: ${JSON.stringify(seen)}`);
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
