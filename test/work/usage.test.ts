import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { usageBy } from '../../src/work/usage.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('what owners have used');

function withClock() {
  let nowMs = 0;
  const usage = usageBy({ monotonicMs: () => nowMs });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { usage, pass };
}

test('an owner who used something long ago comes before one who used less just now', () => {
  const { usage, pass } = withClock();
  usage.add('before', 1_000);
  pass(20_000);
  usage.add('now', 300);
  assert.ok(usage.of('before') < usage.of('now'));
  assert.is(usage.of('new'), 0);
});

test('an owner is light below half of what the others use, however many idle ones are remembered', () => {
  const { usage, pass } = withClock();
  assert.not.ok(usage.isLight('new', 1), 'while nothing is used no owner is');
  for (let n = 0; n < 1_000; n++) usage.add(`idle${n}`, 1);
  for (let n = 0; n < 100; n++) usage.add(`busy${n}`, 1_000);
  assert.ok(usage.isLight('new', 400));
  assert.not.ok(usage.isLight('new', 600));
  usage.add('new', 300);
  assert.not.ok(usage.isLight('new', 300));
  assert.not.ok(usage.isLight('busy1', 1));
  pass(10_000);
  assert.not.ok(usage.isLight('busy1', 1), 'all have become less alike');
});

test('of more than 10,000 owners, who used something longest ago counts as new', () => {
  const { usage } = withClock();
  for (const owner of ['a', 'b', 'a']) usage.add(owner, 10);
  for (let n = 0; n < 9_998; n++) usage.add(`o${n}`, 10);
  usage.add('c', 10);
  assert.equal(['a', 'b', 'c'].map(usage.of), [20, 0, 10]);
});

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`over hours owners have the order and the mean of what is halved every ten seconds (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const { usage, pass } = withClock();
    const naive = new Map<string, number>();
    for (let step = 0; step < 2_000; step++) {
      const owner = `o${Math.floor(random() * 8)}`;
      const [by, ms] = [Math.floor(random() * 1_500) - 300, Math.floor(random() * 10_000)];
      usage.add(owner, by);
      naive.set(owner, Math.max(0, (naive.get(owner) ?? 0) + by));
      pass(ms);
      for (const [one, used] of naive) naive.set(one, used * 2 ** (-ms / 10_000));
      const used = [...naive.values()];
      const sum = used.reduce((all, one) => all + one, 0);
      const mean = sum > 0 ? used.reduce((all, one) => all + one * one, 0) / sum : 0;
      for (const [one, mine] of naive) {
        // Where they are about the same, rounding decides.
        if (Math.abs(mine + 50 - mean / 2) > 1e-3)
          assert.is(usage.isLight(one, 50), mine + 50 < mean / 2, `step ${step}`);
        for (const [other, theirs] of naive)
          if (mine < theirs * 0.999) assert.ok(usage.of(one) < usage.of(other), `step ${step}`);
      }
    }
  });

test.run();
