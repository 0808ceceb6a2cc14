import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Consumer } from '../../src/follow/consumer.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { consumerFixture, recorder } from './runningConsumer.ts';

const test = suite('faults and the lag of a consumer');

test('the lag is reported after each fault, with what the failed attempt took', async () => {
  const { add, run, clock } = consumerFixture();
  await add(1);
  await clock.advance(60_000);
  const slow: Consumer = {
    ...recorder().consumer,
    handle: async () => {
      await clock.sleep(7_000);
      throw new EventStoreUnavailable('test');
    },
  };
  const running = await run(slow, () => new Set([0]));
  await clock.advance(6_999);
  assert.equal(running.lags, [60_000], 'the first attempt is under way');
  await clock.advance(1);
  assert.equal(running.lags, [60_000, 67_000], 'it has failed');
  const stopped = running.stop();
  await clock.advance(7_000);
  await stopped;
});

test('the pauses after faults grow up to five seconds, and are short again after a success', async () => {
  const { add, run, clock } = consumerFixture();
  const triedAtMs: number[] = [];
  let isBroken = true;
  const failing: Consumer = {
    ...recorder().consumer,
    handle: async () => {
      triedAtMs.push(clock.monotonicMs());
      if (isBroken) throw new EventStoreUnavailable('test');
    },
  };
  const pauses = () => triedAtMs.slice(1).map((atMs, at) => atMs - (triedAtMs[at] ?? 0));
  const running = await run(failing, () => new Set([0]));
  await add(1);
  await clock.advance(30_000);
  assert.equal(pauses(), [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000]);
  isBroken = false;
  await clock.advance(5_000);
  isBroken = true;
  triedAtMs.length = 0;
  await add(1);
  await clock.advance(750);
  assert.equal(pauses(), [100, 200, 400]);
  await running.stop();
  assert.is(clock.sleepers, 0);
});

/** A consumer that has handled two events of a minute ago, the second of which is unsafe until it is told otherwise. */
async function handledButUnsafe() {
  const { add, run, clock, store } = consumerFixture();
  await add(2);
  await clock.advance(60_000);
  const [first, second] = store.log;
  if (first === undefined || second === undefined) throw new Error('two events were added');
  const state = { isHandled: false, isSafe: false };
  const consumer: Consumer = {
    ...recorder().consumer,
    handle: async () => {
      state.isHandled = true;
    },
    unsafe: () => (state.isHandled && !state.isSafe ? { oldest: second, safe: first.position } : null),
  };
  const running = await run(consumer, () => new Set([0]));
  await clock.advance(20_000);
  assert.ok(state.isHandled);
  return { add, clock, state, running };
}

test('at the end of the log the lag is not 0 while something that was handled is unsafe', async () => {
  const { clock, state, running } = await handledButUnsafe();
  assert.ok(Math.min(...running.lags) >= 60_000, `a lag of ${Math.min(...running.lags)} ms was reported`);
  assert.is(running.lags.at(-1), 80_000);
  state.isSafe = true;
  await clock.advance(1_000);
  assert.is(running.lags.at(-1), 0);
  await running.stop();
});

for (const [what, type] of [
  ['its own', 'Thing'],
  ['another', 'Other'],
] as const)
  test(`an event of ${what} type that comes later does not lower the lag of what is unsafe`, async () => {
    const { add, clock, running } = await handledButUnsafe();
    running.lags.length = 0;
    await add(1, type);
    await clock.advance(1_000);
    assert.ok(Math.min(...running.lags) >= 80_000, `a lag of ${Math.min(...running.lags)} ms was reported`);
    assert.ok((running.lags.at(-1) ?? 0) > 80_500);
    await running.stop();
  });

test.run();
