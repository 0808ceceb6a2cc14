import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { unansweredDelayMs } from '../../src/sender/retryDelays.ts';

const test = suite('waits of a mail that ends its sender');

test('within ten minutes it goes three times at most, also by the shortest waits', () => {
  for (const byte of [0, 255]) {
    const ids = { randomBytes: (size: number) => Buffer.alloc(size, byte) };
    const waits = [0, 1, 2].map((unanswered) => unansweredDelayMs({ unanswered, waitedMs: 0 }, ids) ?? 0);
    assert.is(waits[0], 0, 'at once: it may not have gone');
    assert.ok(waits.reduce((sum, ms) => sum + ms) > 600_000, String(waits));
  }
});

test.run();
