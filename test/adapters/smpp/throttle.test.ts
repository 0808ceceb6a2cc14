import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { throttle } from '../../../src/adapters/smpp/throttle.ts';
import { manualClock } from '../../support/manualClock.ts';

const test = suite('the window of submissions');
const OPEN = new AbortController().signal;

test('what comes to its turn after its time is not submitted, and gives its place on', async () => {
  const clock = manualClock();
  const flow = throttle(1, clock, OPEN);
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
  const flow = throttle(2, clock, OPEN);
  flow.slowDown();
  let isSubmitted = false;
  const late = flow.pass(async () => {
    isSubmitted = true;
  }, 100);
  await clock.advance(1_000);
  assert.is(await late, null);
  assert.not(isSubmitted);
});

test('a pause ends with the carrier’s, and what waited in it is not submitted', async () => {
  const ending = new AbortController();
  const clock = manualClock();
  const flow = throttle(1, clock, ending.signal);
  flow.slowDown();
  const submitted: number[] = [];
  const passes = [1, 2].map((n) => flow.pass(async () => submitted.push(n), 60_000));
  ending.abort();
  assert.equal(await Promise.all(passes), [null, null]);
  assert.equal(submitted, []);
});

test('a window of refusals for being too fast doubles the pause, and what is answered otherwise halves it', async () => {
  const clock = manualClock();
  const flow = throttle(10, clock, OPEN);
  const pauses: number[] = [];
  /** A window of requests, all answered before any of the answers is acted upon. */
  const answeredWith = async (act: () => void) => {
    await Promise.all(Array.from({ length: 10 }, () => flow.pass(async () => {}, 1_000_000).then(act)));
    pauses.push(flow.closedForMs());
    await clock.advance(flow.closedForMs());
  };
  for (let windows = 0; windows < 9; windows += 1) await answeredWith(flow.slowDown);
  assert.equal(pauses, [200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000]);
  await answeredWith(flow.speedUp);
  await answeredWith(flow.slowDown);
  assert.equal(pauses.slice(-2), [0, 200], 'a window of other answers ends it');
});

test.run();
