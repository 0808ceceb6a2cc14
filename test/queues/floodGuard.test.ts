import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { floodGuard } from '../../src/queues/floodGuard.ts';
import { manualClock } from '../support/manualClock.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('flood guard');

const MINUTE_MS = 60_000;

test('beyond the bound the address that was counted longest ago is forgotten', () => {
  const guard = floodGuard(manualClock(), 2, { maxAddresses: 3 });
  for (const address of ['a', 'b', 'c', 'a', 'b', 'd']) guard.count(address);
  assert.is(guard.count('c'), 1, 'c was counted longest ago when d came');
  assert.is(guard.count('b'), 3, 'b was counted after c');
});

test('without a bound given, 10,000 addresses are remembered', () => {
  const guard = floodGuard(manualClock(), 2);
  for (let n = 0; n < 10_001; n++) guard.count(`address ${n}`);
  assert.is(guard.count('address 1'), 2, 'the second of 10,001 addresses is remembered');
  assert.is(guard.count('address 0'), 1, 'the first of 10,001 addresses is forgotten');
});

interface Counted {
  readonly address: string;
  readonly sinceMs: number;
  readonly count: number;
}

/** The same in plain words: a list of addresses, the one that was counted last at its end. */
function naiveGuard(nowMs: () => number, mostAMinute: number, maxAddresses: number) {
  let list: readonly Counted[] = [];
  const countOf = (address: string) => {
    const found = list.find((one) => one.address === address);
    return found !== undefined && nowMs() - found.sinceMs < MINUTE_MS ? found : null;
  };
  return {
    count(address: string): number {
      const before = countOf(address) ?? { sinceMs: nowMs(), count: 0 };
      const counted = { address, sinceMs: before.sinceMs, count: before.count + 1 };
      list = [...list.filter((one) => one.address !== address), counted].slice(-maxAddresses);
      return counted.count;
    },
    isFlooding: (address: string) => (countOf(address)?.count ?? 0) >= mostAMinute,
  };
}

const ADDRESSES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const OPERATIONS = 2_000;

for (const seed of [SEED, SEED + 1, SEED + 2, SEED + 3])
  test(`random counts agree with a naive model, seed ${seed}`, () => {
    const random = seededRandom(seed);
    const clock = manualClock();
    const most = 1 + Math.floor(random() * 5);
    const bound = 2 + Math.floor(random() * (ADDRESSES.length - 2));
    const guard = floodGuard(clock, most, { maxAddresses: bound });
    const model = naiveGuard(clock.monotonicMs, most, bound);
    for (let step = 0; step < OPERATIONS; step++) {
      const address = ADDRESSES[Math.floor(random() * ADDRESSES.length)] ?? '';
      const where = `seed ${seed}, step ${step}, address ${address}, most ${most}, bound ${bound}`;
      const choice = random();
      if (choice < 0.1) clock.pass(Math.ceil(random() * MINUTE_MS));
      else if (choice < 0.6) assert.is(guard.count(address), model.count(address), `count: ${where}`);
      else assert.is(guard.isFlooding(address), model.isFlooding(address), `is flooding: ${where}`);
    }
    clock.pass(MINUTE_MS);
    for (const address of ADDRESSES) {
      assert.not(guard.isFlooding(address), `after a minute ${address} still floods, seed ${seed}`);
      assert.is(guard.count(address), 1, `after a minute ${address} starts again, seed ${seed}`);
    }
  });

test.run();
