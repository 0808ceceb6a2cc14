import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { byteBudget } from '../../src/sender/byteBudget.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('byte budget');
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One piece of work in a budget, which runs until the test ends it. */
function workIn(budget: ReturnType<typeof byteBudget>, bytes: number) {
  let end: (fault: Error | null) => void = () => {};
  const work = { bytes, isRunning: false, end: (fault: Error | null = null) => end(fault), ended: '' };
  budget
    .within(bytes, () => {
      work.isRunning = true;
      return new Promise<string>((resolve, reject) => {
        end = (fault) => {
          work.isRunning = false;
          if (fault === null) resolve('result');
          else reject(fault);
        };
      });
    })
    .then(
      (result) => {
        work.ended = result;
      },
      (fault: Error) => {
        work.ended = fault.message;
      },
    );
  return work;
}

test('work larger than the whole budget runs, and runs alone', async () => {
  const budget = byteBudget(100);
  const large = workIn(budget, 101);
  const small = workIn(budget, 1);
  await turn();
  assert.equal([large.isRunning, small.isRunning], [true, false]);
  const another = workIn(budget, 500);
  large.end();
  await turn();
  assert.equal([small.isRunning, another.isRunning], [true, false], 'it waits until nothing else runs');
  small.end();
  await turn();
  assert.ok(another.isRunning, 'work larger than the budget waits for ever');
});

test('small work does not pass large work that came before it', async () => {
  const budget = byteBudget(100);
  const first = workIn(budget, 60);
  const large = workIn(budget, 90);
  const small = workIn(budget, 10);
  await turn();
  assert.equal([first.isRunning, large.isRunning, small.isRunning], [true, false, false]);
  first.end();
  await turn();
  assert.equal([large.isRunning, small.isRunning], [true, true]);
});

test('work that throws at once gives its bytes back', async () => {
  const budget = byteBudget(10);
  const fault = await budget
    .within(10, () => {
      throw new Error('broken');
    })
    .catch((error: Error) => error.message);
  assert.is(fault, 'broken');
  const next = workIn(budget, 10);
  await turn();
  assert.ok(next.isRunning);
});

type Work = ReturnType<typeof workIn>;

/** Which of the works ought to run: in the order of arrival, as far as they fit, or one alone. */
function admitted(running: Work[], waiting: Work[], limit: number): void {
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const used = running.reduce((sum, { bytes }) => sum + bytes, 0);
    if (used > 0 && used + next.bytes > limit) return;
    waiting.shift();
    running.push(next);
  }
}

async function randomWork(seed: number, limit: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const budget = byteBudget(limit);
  const running: Work[] = [];
  const waiting: Work[] = [];
  const check = async (step: number) => {
    admitted(running, waiting, limit);
    await turn();
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    for (const work of running) assert.ok(work.isRunning, `work of ${work.bytes} bytes waits (${where})`);
    for (const work of waiting) assert.not(work.isRunning, `work of ${work.bytes} bytes runs (${where})`);
  };
  const end = async (step: number) => {
    const [work] = running.splice(Math.floor(random() * running.length), 1);
    const fault = random() < 0.3 ? new Error('failed') : null;
    work?.end(fault);
    await check(step);
    assert.is(work?.ended, fault === null ? 'result' : 'failed', `SEED=${SEED}, run ${seed}, step ${step}`);
  };
  for (let step = 0; step < steps; step++) {
    if (running.length > 0 && random() < 0.5) {
      await end(step);
    } else {
      const share = random() < 0.1 ? 2 : 0.6;
      waiting.push(workIn(budget, Math.floor(random() * limit * share)));
      await check(step);
    }
  }
  while (running.length > 0) await end(steps);
  assert.is(waiting.length, 0, `nothing waits at the end (SEED=${SEED}, run ${seed})`);
  // Exactly the limit fits again: all that was taken is given back, and no more than that.
  const all = Array.from({ length: limit + 1 }, () => workIn(budget, 1));
  await turn();
  assert.is(all.filter(({ isRunning }) => isRunning).length, limit, `SEED=${SEED}, run ${seed}`);
}

for (const run of [1, 2, 3])
  test(`random work runs in order and within the budget (SEED=${SEED}, run ${run})`, () =>
    randomWork(SEED * 10 + run, 20 * run, 1_000));

test.run();
