import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomIds } from '../../../src/adapters/node/randomIds.ts';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { untilTick } from '../../../src/ports/clock.ts';

const IDS = randomIds();

const test = suite('system clock and ids');

test('the clock goes forward, and a sleep lasts its time at least', async () => {
  const before = systemClock.nowMs();
  const beganAtMs = systemClock.monotonicMs();
  await systemClock.sleep(20);
  assert.ok(systemClock.monotonicMs() - beganAtMs >= 20);
  assert.ok(systemClock.nowMs() > before);
});

test('a sleep ends at once when the signal aborts, before or meanwhile', async () => {
  await systemClock.sleep(1e9, AbortSignal.abort());
  const stop = new AbortController();
  const asleep = systemClock.sleep(1e9, stop.signal);
  stop.abort();
  await asleep;
});

test('a sleep longer than timers can hold does not end at once', async () => {
  const stop = new AbortController();
  let ended = false;
  const asleep = systemClock.sleep(2 ** 40, stop.signal).then(() => {
    ended = true;
  });
  await systemClock.sleep(20);
  assert.not(ended);
  stop.abort();
  await asleep;
});

test('what waits for the next tick begins at the same moment, whenever it began to wait', async () => {
  const everyMs = 120;
  const waited = async (afterMs: number): Promise<number> => {
    await systemClock.sleep(afterMs);
    const tick = Math.floor(systemClock.monotonicMs() / everyMs) + 1;
    await systemClock.sleep(untilTick(systemClock, everyMs));
    return systemClock.monotonicMs() / everyMs - tick;
  };
  // It may be late on a busy machine, but is never early.
  for (const late of await Promise.all([0, 7, 31, 64].map(waited))) assert.ok(late >= 0, `${late}`);
});

test('a tick that is now is over: the next one is a whole pause away', () => {
  assert.is(untilTick({ monotonicMs: () => 3_000 }, 1_000), 1_000);
  assert.is(untilTick({ monotonicMs: () => 3_250 }, 1_000), 750);
});

test('no time to sleep is no sleep', async () => {
  await systemClock.sleep(0);
  await systemClock.sleep(-5);
  await systemClock.sleep(Number.NaN);
});

test('ids are random uuids of version 4, bytes as many as asked for', () => {
  const drawn = Array.from({ length: 100 }, () => IDS.uuid());
  assert.is(new Set(drawn).size, 100);
  for (const id of drawn)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.is(IDS.randomBytes(33).length, 33);
});

test.run();
