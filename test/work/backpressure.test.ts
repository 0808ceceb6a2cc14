import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { laneBackpressure } from '../../src/work/backpressure.ts';
import { countedSignal } from '../support/countedSignal.ts';
import { manualClock } from '../support/manualClock.ts';

const test = suite('the pressure of a lane');

const MUCH = 33;
const LITTLE = 32;

/** Whether a promise has resolved, once whoever was woken has had a turn. */
async function isOver(wait: Promise<void> | null): Promise<boolean> {
  let over = false;
  void wait?.then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

test('who has little waiting is at pressure', () => {
  const pressure = laneBackpressure(manualClock(), new AbortController().signal);
  assert.is(pressure.wait('one', LITTLE), null);
});

test('given much waits, when enough of it has begun, then all who wait go on', async () => {
  const pressure = laneBackpressure(manualClock(), new AbortController().signal);
  const waits = [pressure.wait('one', MUCH), pressure.wait('one', MUCH + 1)];
  pressure.left('another', 0);
  pressure.left('one', MUCH);
  for (const wait of waits) assert.not.ok(await isOver(wait));
  pressure.left('one', LITTLE);
  for (const wait of waits) assert.ok(await isOver(wait));
});

test('given nothing begins, then it goes on a moment later, and waits again', async () => {
  const clock = manualClock();
  const pressure = laneBackpressure(clock, new AbortController().signal);
  const wait = pressure.wait('one', MUCH);
  await clock.advance(49);
  assert.not.ok(await isOver(wait));
  await clock.advance(1);
  assert.ok(await isOver(wait));
  assert.not.ok(await isOver(pressure.wait('one', MUCH)));
});

test('given the service stops, then nothing waits', async () => {
  const stop = new AbortController();
  const pressure = laneBackpressure(manualClock(), stop.signal);
  const wait = pressure.wait('one', MUCH);
  stop.abort();
  assert.ok(await isOver(wait));
  assert.is(pressure.wait('one', MUCH), null);
});

test('a wait that is over leaves no listener and no sleeper, however it has ended', async () => {
  const clock = manualClock();
  const { controller, listeners } = countedSignal();
  const pressure = laneBackpressure(clock, controller.signal);
  for (let n = 0; n < 10; n++) {
    const wait = pressure.wait(`e${n}`, MUCH);
    if (n % 2 === 0) pressure.left(`e${n}`, LITTLE);
    await clock.advance(50);
    assert.ok(await isOver(wait));
  }
  assert.is(listeners(), 0);
  assert.is(clock.sleepers, 0);
});

test.run();
