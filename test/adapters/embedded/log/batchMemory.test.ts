import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  actualOf,
  addToBatch,
  batchMemory,
  conflictWith,
  fitsBatch,
  newBatchMemory,
} from '../../../../src/adapters/embedded/log/batchMemory.ts';
import type { AppendTexts } from '../../../../src/adapters/embedded/log/logFormat.ts';
import { seededRandom } from '../../../support/seededRandom.ts';
import { SEED } from '../../../support/testRun.ts';
import { asRead, hasRoom, nothingFilled, randomAppend, readBatch } from './randomAppends.ts';

const test = suite('the memory of a batch, against a plain list');

const OPERATIONS = 600;
/** Each leaves another of the three bounds to be met first. */
const BOUNDS = [
  { appends: 4, heads: 2_000, bytes: 40_000 },
  { appends: 100, heads: 96, bytes: 40_000 },
  { appends: 100, heads: 2_000, bytes: 5_000 },
];

for (const [at, bounds] of BOUNDS.entries()) {
  const seed = SEED * 100 + at;
  const { appends, heads, bytes } = bounds;
  test(`${appends} appends, ${heads} numbers, ${bytes} bytes, seed ${seed}`, () => {
    const random = seededRandom(seed);
    const shared = newBatchMemory(bounds);
    // The main thread and the writer thread each have a view of their own on the same memory.
    const written = batchMemory(shared, bounds);
    const read = batchMemory(shared, bounds);
    let filled = nothingFilled();
    let model: AppendTexts[] = [];
    let refusals = 0;

    for (let n = 0; n < OPERATIONS; n++) {
      const append = randomAppend(random, n);
      const accepted = addToBatch(written, filled, append);
      assert.is(
        accepted,
        hasRoom(bounds, model, append),
        `append ${n} to a batch of ${model.length}, seed ${seed}`,
      );
      assert.is(fitsBatch(append, bounds), hasRoom(bounds, [], append), `append ${n} to an empty batch`);
      if (accepted) model.push(append);
      else refusals++;
      assert.is(filled.appends, model.length);
      const found = readBatch(read, filled.appends);
      assert.equal(found, model.map(asRead), `the batch holds what was added, up to ${n}, seed ${seed}`);
      if (accepted || random() < 0.5) continue;
      filled = nothingFilled();
      model = [];
    }
    assert.ok(refusals > 20, `the bound was met only ${refusals} times`);
  });
}

test('an outcome is either a position or the revision of a conflict', () => {
  for (const actual of [-1, 0, 1, 7, 2 ** 40]) {
    const outcome = conflictWith(actual);
    assert.ok(outcome < 0, `the conflict with revision ${actual} is no position`);
    assert.is(actualOf(outcome), actual);
  }
});

test.run();
