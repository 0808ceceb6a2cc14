import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_ATTEMPTS, nextAttemptAtMs, RETRY_DELAYS_MS } from '../../src/dispatcher/retrySchedule.ts';

const test = suite('retry schedule');

const MINUTE_MS = 60_000;

test('seven attempts with the delays of the specification between them', () => {
  const minutes = [1, 5, 30, 120, 480, 1_440];
  assert.is(MAX_ATTEMPTS, 7);
  assert.equal(
    RETRY_DELAYS_MS,
    minutes.map((minute) => minute * MINUTE_MS),
  );
  minutes.forEach((minute, at) => {
    assert.is(nextAttemptAtMs(at + 1, 5_000), 5_000 + minute * MINUTE_MS);
  });
  assert.is(nextAttemptAtMs(7, 5_000), null);
  assert.is(nextAttemptAtMs(8, 5_000), null);
});

test.run();
