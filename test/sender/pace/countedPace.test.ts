import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pace } from '../../../src/ports/pace.ts';
import { countedPace } from '../../../src/sender/pace/countedPace.ts';

const test = suite('waits for the pace');

test('a grant of less than was asked for is counted, and passed on as it is', async () => {
  const window = { slot: 1, day: 2 };
  const given: unknown[] = [];
  const pace: Pace = {
    take: async (_workspace, _rule, wanted) => ({ granted: Math.min(wanted, 2), retryAfterMs: 7, window }),
    refund: async (...all) => void given.push(all),
    close: async () => {},
  };
  const counted: string[] = [];
  const seen = countedPace(pace, { count: (name) => void counted.push(name) });
  const rule = { perSecond: 2, perDay: null };
  assert.is((await seen.take('w', rule, 2)).granted, 2);
  assert.equal(counted, []);
  assert.equal(await seen.take('w', rule, 3), { granted: 2, retryAfterMs: 7, window });
  assert.equal(counted, ['postledger_pace_waits_total']);
  await seen.refund('w', window, 1);
  assert.equal(given, [['w', window, 1]]);
});

test.run();
