import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { throttle } from '../../../src/adapters/smpp/throttle.ts';
import { manualClock } from '../../support/manualClock.ts';

const test = suite('the window of submissions');

test('what comes to its turn after its time is not submitted, and gives its place on', async () => {
  const clock = manualClock();
  const flow = throttle(1, clock);
  let answer = (_: string) => {};
  const first = flow.pass(() => new Promise<string>((resolve) => (answer = resolve)), 1_000);
  const submitted: number[] = [];
  const pass = (n: number, untilMs: number) => flow.pass(async () => submitted.push(n), untilMs);
  const late = pass(2, 1_000);
  const next = pass(3, 60_000);
  clock.pass(1_001);
  answer('taken');
  assert.is(await first, 'taken');
  assert.is(await late, null);
  await next;
  assert.equal(submitted, [3]);
});

test('what a pause keeps until after its time is not submitted', async () => {
  const clock = manualClock();
  const flow = throttle(2, clock);
  flow.slowDown();
  let isSubmitted = false;
  const late = flow.pass(async () => {
    isSubmitted = true;
  }, 100);
  await clock.advance(1_000);
  assert.is(await late, null);
  assert.not(isSubmitted);
});

test.run();
