import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { byteBudget, SMALL_BYTES } from '../../../src/sender/email/byteBudget.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';

const test = suite('byte budget');
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What the sizes here are given in: ten of them are the most that small work has. */
const UNIT_BYTES = Math.floor(SMALL_BYTES / 10);
/** A budget of 96 units for small work, and 160 for large work. */
const budgetOf = () => byteBudget((160 / (5 / 8)) * UNIT_BYTES);

/** One piece of work in a budget, which runs until the test ends it. */
function workIn(budget: ReturnType<typeof byteBudget>, units: number, owner = 'one') {
  let end: (fault: Error | null) => void = () => {};
  const work = {
    ...{ units, owner, isRunning: false, ended: '', hasWaited: false, othersWait: () => false },
    end: (fault: Error | null = null) => end(fault),
  };
  budget
    .within(owner, units * UNIT_BYTES, (room) => {
      Object.assign(work, { isRunning: true, ...room });
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
        work.ended = result ?? 'refused';
      },
      (fault: Error) => {
        work.ended = fault.message;
      },
    );
  return work;
}

const whichRun = (...works: readonly { readonly isRunning: boolean }[]) =>
  works.map(({ isRunning }) => isRunning);

test('work larger than the whole budget runs, as the only large one; small work does not wait for it', async () => {
  const budget = budgetOf();
  const largest = workIn(budget, 1_000, 'one');
  const large = workIn(budget, 11, 'two');
  const small = [workIn(budget, 10, 'one'), workIn(budget, 1, 'two')];
  await turn();
  assert.equal(whichRun(largest, large, ...small), [true, false, true, true]);
  const another = workIn(budget, 500, 'three');
  largest.end();
  await turn();
  assert.equal(whichRun(large, another), [true, false], 'it waits until no other large one runs');
  large.end();
  await turn();
  assert.ok(another.isRunning, 'work larger than the budget waits for ever');
});

test('large work that waits for room stops neither small work nor what it waits for', async () => {
  const budget = budgetOf();
  const slow = ['one', 'two', 'three'].map((owner) => workIn(budget, 50, owner));
  const next = workIn(budget, 50, 'four');
  const small = Array.from({ length: 7 }, () => workIn(budget, 10, 'one'));
  await turn();
  assert.equal(whichRun(...slow, next), [true, true, true, false]);
  assert.ok(small.every(({ isRunning }) => isRunning));
  slow[1]?.end();
  await turn();
  assert.ok(next.isRunning);
});

test('large work is not passed for ever by smaller work that would fit', async () => {
  const budget = budgetOf();
  const first = workIn(budget, 60, 'one');
  const large = workIn(budget, 140, 'two');
  const later = ['three', 'four'].map((owner) => workIn(budget, 20, owner));
  await turn();
  assert.equal(whichRun(first, large, ...later), [true, false, false, false]);
  first.end();
  await turn();
  assert.equal(whichRun(large, ...later), [true, true, false]);
});

test('an owner with much work leaves room for others, and then they take turns', async () => {
  const budget = budgetOf();
  const many = Array.from({ length: 8 }, () => workIn(budget, 40, 'one'));
  await turn();
  assert.is(many.filter(({ isRunning }) => isRunning).length, 3);
  const two = [workIn(budget, 40, 'two'), workIn(budget, 40, 'two')];
  await turn();
  assert.equal(whichRun(...two), [true, false]);
  assert.ok(two[0]?.othersWait());
  const three = workIn(budget, 40, 'three');
  many[0]?.end();
  await turn();
  assert.equal(whichRun(many[3] ?? three, ...two, three), [false, true, false, true]);
});

test('few large pieces of an owner wait, and the others are refused; small ones all wait', async () => {
  const budget = budgetOf();
  const large = Array.from({ length: 12 }, () => workIn(budget, 160, 'one'));
  const small = Array.from({ length: 30 }, () => workIn(budget, 10, 'one'));
  const another = workIn(budget, 160, 'two');
  await turn();
  const refused = (works: typeof large) => works.filter(({ ended }) => ended === 'refused').length;
  assert.equal([refused(large), refused(small), another.ended], [3, 0, '']);
  for (const _ of ['one', 'the other']) {
    [...large, another].find(({ isRunning }) => isRunning)?.end();
    await turn();
  }
  const later = workIn(budget, 160, 'one');
  await turn();
  assert.is(later.ended, '', 'there is room to wait again');
});

test('whether others wait, and whether it has waited', async () => {
  const budget = budgetOf();
  const [large, small] = [workIn(budget, 160), workIn(budget, 10)];
  await turn();
  assert.equal([large.othersWait(), small.othersWait()], [false, false]);
  const another = workIn(budget, 20, 'two');
  await turn();
  assert.equal([large.othersWait(), small.othersWait()], [true, false]);
  large.end();
  await turn();
  assert.not(another.othersWait());
  assert.equal([large.hasWaited, small.hasWaited, another.hasWaited], [false, false, true]);
});

test('work that throws at once gives its bytes back', async () => {
  const budget = byteBudget(16 * UNIT_BYTES);
  const fault = await budget
    .within('one', 6 * UNIT_BYTES, () => {
      throw new Error('broken');
    })
    .catch((error: Error) => error.message);
  assert.is(fault, 'broken');
  const next = workIn(budget, 6);
  await turn();
  assert.ok(next.isRunning);
});

async function randomWork(seed: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const budget = budgetOf();
  let works: ReturnType<typeof workIn>[] = [];
  const parts = [
    { limit: 96, isOfIt: (units: number) => units <= 10 },
    { limit: 160, isOfIt: (units: number) => units > 10 },
  ];
  const check = async (step: number) => {
    await turn();
    works = works.filter(({ ended }) => ended !== 'refused');
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    for (const { limit, isOfIt } of parts) {
      const own = works.filter(({ units }) => isOfIt(units));
      const running = own.filter(({ isRunning }) => isRunning);
      const waiting = own.filter(({ isRunning }) => !isRunning);
      const used = running.reduce((sum, { units }) => sum + units, 0);
      assert.ok(used <= limit || running.length === 1, `${used} units are in use (${where})`);
      assert.ok(running.length > 0 || waiting.length === 0, `all wait (${where})`);
      const without = waiting.filter(({ owner }) => running.every((one) => one.owner !== owner));
      // An owner without any waits only where it, or another such owner that came before it, does not fit.
      const fits = without.length > 0 && without.every(({ units }) => used + units <= limit);
      assert.not(fits, `what fits waits (${where})`);
    }
  };
  const end = async (step: number) => {
    const running = works.filter(({ isRunning }) => isRunning);
    const work = running[Math.floor(random() * running.length)];
    const fault = random() < 0.3 ? new Error('failed') : null;
    works = works.filter((one) => one !== work);
    work?.end(fault);
    await check(step);
    assert.is(work?.ended, fault === null ? 'result' : 'failed', `SEED=${SEED}, run ${seed}, step ${step}`);
  };
  for (let step = 0; step < steps; step++) {
    if (works.length > 0 && random() < 0.5) await end(step);
    else {
      const most = random() < 0.1 ? 300 : random() < 0.5 ? 100 : 10;
      works.push(workIn(budget, 1 + Math.floor(random() * most), `owner ${Math.floor(random() * 4)}`));
      await check(step);
    }
  }
  while (works.length > 0) await end(steps);
  // Exactly the limits fit again: all that was taken is given back, and no more than that.
  const all = Array.from({ length: 200 }, (_, n) => workIn(budget, n < 100 ? 1 : 16, `owner ${n}`));
  await turn();
  assert.is(all.filter(({ isRunning }) => isRunning).length, 96 + 10, `SEED=${SEED}, run ${seed}`);
}

for (const run of [1, 2, 3])
  test(`random work of several owners runs within the budget (SEED=${SEED}, run ${run})`, () =>
    randomWork(SEED * 10 + run, 1_000));

test.run();
