import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PaceGrant } from '../../../src/ports/pace.ts';
import { pacedSends } from '../../../src/sender/pace/pacedSends.ts';

const test = suite('sends that the pace grants');

const WINDOW = { slot: 1, day: 2 };

/** Asks a pace that has so many left, and counts the questions and the waits. */
function bench(left: number, retryAfterMs = 7) {
  const counted: string[] = [];
  const asked: number[] = [];
  const take = async (_workspace: string, _rule: object, wanted: number): Promise<PaceGrant> => {
    asked.push(wanted);
    const granted = Math.min(wanted, left);
    return { granted, retryAfterMs: granted < wanted ? retryAfterMs : 0, window: WINDOW };
  };
  const parts = { pace: { take }, metrics: { count: (name: string) => void counted.push(name) } };
  const sends = (wanted: number, perSecond = 2, perDay: number | null = null) =>
    pacedSends(parts, 'w', { perSecond, perDay }, wanted);
  return { counted, asked, sends };
}

test('a grant of less than was asked for is counted, and says why it is not more', async () => {
  const { counted, sends } = bench(2);
  assert.equal(await sends(2), { granted: 2, retryAfterMs: 0, window: WINDOW });
  assert.equal(counted, []);
  const why = 'the workspace may send 2 messages a second, and has';
  assert.equal(await sends(3), { granted: 2, retryAfterMs: 7, window: WINDOW, why });
  assert.equal(counted, ['postledger_pace_waits_total']);
});

test('a wait of more than a second is that of the day, where the day counts', async () => {
  const { sends } = bench(0, 5_000);
  assert.match((await sends(1, 2, 100)).why ?? '', /^the workspace has sent the 100 messages .* in a day/);
  assert.match((await sends(1, 2, null)).why ?? '', /a second/);
});

test('a suspended workspace is granted nothing, and its pace is not asked', async () => {
  const { asked, counted, sends } = bench(5);
  const { granted, why } = await sends(1, 0);
  assert.equal([granted, why], [0, 'the workspace is suspended']);
  assert.equal([asked, counted], [[], []]);
});

test.run();
