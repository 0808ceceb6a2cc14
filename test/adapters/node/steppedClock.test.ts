import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';

const test = suite('system clock that is stepped');
const { now } = Date;
test.after.each(() => {
  Date.now = now;
});

/** The wall clock is set, as by an operator. */
const stepBy = (ms: number) => {
  Date.now = () => now() + ms;
};

for (const stepMs of [3_600_000, -3_600_000, 86_400_000, -86_400_000]) {
  test(`a sleep lasts as long as it lasts, also when the clock is stepped by ${stepMs / 3_600_000} hours`, async () => {
    const startedAtMs = systemClock.monotonicMs();
    const stop = new AbortController();
    const slept = systemClock.sleep(60, stop.signal).then(() => 'slept');
    stepBy(stepMs);
    const wallMs = systemClock.nowMs();
    assert.ok(Math.abs(wallMs - now() - stepMs) < 60_000, 'the wall clock shows it');
    const outcome = await Promise.race([slept, inTurns(60_000)]);
    stop.abort();
    assert.is(outcome, 'slept');
    assert.ok(systemClock.monotonicMs() - startedAtMs >= 59, 'and not shorter');
  });
}

test('the monotonic reading never goes back', () => {
  let last = systemClock.monotonicMs();
  for (let n = 0; n < 1_000; n++) {
    stepBy(-n * 1_000);
    const read = systemClock.monotonicMs();
    assert.ok(read >= last);
    last = read;
  }
});

/** A sleep that would take an hour longer fails after this time, instead of hanging. */
function inTurns(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('still sleeping'), ms).unref());
}

test.run();
