import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import { partitionOf } from '../../src/events/partitionOf.ts';
import type { Consumer } from '../../src/follow/consumer.ts';
import { type Policy, policyConsumer } from '../../src/follow/policy/policyConsumer.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { type EventStore, EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { loadCheckpoint } from '../support/checkpoints.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { consumerFixture, recorder } from './runningConsumer.ts';

const test = suite('consumers of the tail');

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

test('reads what was there, then what comes, each event once and in order', async () => {
  const { add, run, clock } = consumerFixture();
  await add(2_500);
  const { seen, consumer } = recorder();
  const running = await run(consumer, () => new Set([0]));
  await clock.advance(50);
  await add(300);
  await add(5, 'Other');
  await add(300);
  await clock.advance(500);
  assert.equal(seen, [...numbers(1, 2_800), ...numbers(2_806, 3_105)]);
  await running.stop();
});

test('goes on after its checkpoint when it starts again', async () => {
  const { add, run, clock } = consumerFixture();
  const { seen, consumer } = recorder();
  const first = await run(consumer, () => new Set([0]));
  await add(10);
  await clock.advance(500);
  await first.stop();
  await add(10);
  const second = await run(consumer, () => new Set([0]));
  await clock.advance(500);
  assert.equal(seen, numbers(1, 20));
  await second.stop();
});

test('is saved as soon as it has come to the head for the first time', async () => {
  const { store, add, run, clock } = consumerFixture();
  await add(2_500);
  const running = await run(recorder().consumer, () => new Set([0]));
  await clock.advance(200);
  assert.is(await running.checkpoints.lowest('recorder'), await store.head());
  await running.stop();
});

test('a fault repeats the stretch, and moves no checkpoint', async () => {
  const { add, run, clock } = consumerFixture();
  await add(3);
  const { seen, consumer } = recorder();
  let faults = 2;
  const failing: Consumer = {
    ...consumer,
    handle: async (events) => {
      if (faults-- > 0) throw new EventStoreUnavailable('test');
      await consumer.handle(events);
    },
  };
  const running = await run(failing, () => new Set([0]));
  await clock.advance(50);
  assert.equal(seen, []);
  assert.is(await running.checkpoints.lowest('recorder'), '0'.repeat(20));
  await clock.advance(1_000);
  assert.equal(seen, numbers(1, 3));
  await running.stop();
});

test('the lag is the age of what is not yet handled, and nothing once the end is reached', async () => {
  const { add, run, clock } = consumerFixture();
  await add(3);
  await clock.advance(60_000);
  const { consumer } = recorder();
  let broken = true;
  const failing: Consumer = {
    ...consumer,
    handle: async (events) => {
      if (broken) throw new EventStoreUnavailable('test');
      await consumer.handle(events);
    },
  };
  const running = await run(failing, () => new Set([0]));
  await clock.advance(10_000);
  assert.ok((running.lags.at(-1) ?? 0) >= 60_000, `${running.lags.at(-1)} ms`);
  broken = false;
  await clock.advance(10_000);
  assert.is(running.lags.at(-1), 0);
  await running.stop();
});

test('a subscription that failed is taken up where it broke off', async () => {
  const { store, add, run, clock } = consumerFixture();
  const { seen, consumer } = recorder();
  const subscribe = store.subscribe;
  let breaks = 2;
  store.subscribe = async function* (options) {
    for await (const batch of subscribe(options)) {
      yield batch;
      if (breaks-- > 0) throw new EventStoreUnavailable('test');
    }
  };
  const running = await run(consumer, () => new Set([0]));
  for (let round = 0; round < 5; round++) {
    await add(3);
    await clock.advance(1_500);
  }
  assert.is(running.faults.length, 2);
  assert.equal(seen, numbers(1, 15));
  await running.stop();
});

test('a partition that comes late is caught up, and what others have passed is not repeated', async () => {
  const { add, run, clock } = consumerFixture();
  const partition = (event: RecordedEvent) => partitionOf(event.id, 2);
  const { seen, consumer } = recorder('divided', partition);
  const held = new Set([0]);
  const running = await run(consumer, () => held, 2);
  await add(100);
  await clock.advance(500);
  const zero = numbers(1, 100).filter((id) => partitionOf(id, 2) === 0);
  assert.equal(seen, zero);
  held.add(1);
  await clock.advance(1_500);
  assert.equal([...seen].sort(byNumber), numbers(1, 100), 'without any new event');
  await running.stop();
});

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b);
}

test('no checkpoint passes what a consumer that reads ahead has not brought to its end', async () => {
  const { add, run, clock, store } = consumerFixture();
  await add(3);
  const [first, second] = store.log;
  let isDone = false;
  const consumer: Consumer = {
    ...{ name: 'ahead', types: ['Thing'], partition: () => 0, handle: async () => {} },
    unsafe: () =>
      isDone || first === undefined || second === undefined ? null : { oldest: second, safe: first.position },
  };
  const { checkpoints, stop } = await run(consumer, () => new Set([0]));
  await clock.advance(5_000);
  assert.is(await loadCheckpoint(checkpoints, 'ahead', 0), first?.position);
  isDone = true;
  await clock.advance(5_000);
  assert.is(await loadCheckpoint(checkpoints, 'ahead', 0), store.log.at(-1)?.position);
  await stop();
});

test('the lag is nothing once what was read ahead has ended, also where events of other types came meanwhile', async () => {
  const { store, add, run, clock } = consumerFixture();
  await add(1);
  await clock.advance(60_000);
  let isDone = false;
  const [first] = store.log;
  const consumer: Consumer = {
    ...recorder('ahead').consumer,
    unsafe: () => (isDone || first === undefined ? null : { oldest: first, safe: BEGINNING }),
    // It ends between a batch and the next wait.
    caughtUp: async () => {
      isDone = store.log.length > 1;
      return false;
    },
  };
  const { lags, stop } = await run(consumer, () => new Set([0]), 1, false);
  await clock.advance(50);
  assert.ok((lags.at(-1) ?? 0) >= 60_000);
  await add(1, 'Other');
  await clock.advance(5_000);
  assert.is(lags.at(-1), 0);
  await stop();
});

/** A policy that takes turns over two partitions; what of it is away fails. */
function fanningOut({ turnOf, bounds }: Pick<Policy, 'turnOf' | 'bounds'> = { turnOf: ({ id }) => id }) {
  const state = { away: (_: RecordedEvent) => false };
  const done = new Set<string>();
  const stop = new AbortController();
  const policy: Policy = {
    ...{ name: 'turns', types: ['Thing'], partitionKey: ({ id }) => id, turnOf, ...(bounds && { bounds }) },
    async react(event) {
      if (state.away(event)) throw new EventStoreUnavailable('test');
      done.add(event.id);
    },
  };
  const consumer = (clock: Clock, store: Pick<EventStore, 'readAll'>) =>
    policyConsumer(policy, 2, {
      ...{ store, clock, log: quietLog, metrics: noMetrics, signal: stop.signal },
    });
  return { state, done, consumer, stop };
}

const WAYS: readonly (Pick<Policy, 'turnOf' | 'bounds'> & { readonly way: string })[] = [
  { way: 'each of its own owner', turnOf: ({ id }) => id },
  { way: 'most of them left in the log', turnOf: () => 'one', bounds: { maxCharacters: 32 * 2_048 } },
];
for (const way of WAYS)
  test(`at no moment has a checkpoint passed an event whose reaction is not done, ${way.way}, the last save included`, async () => {
    const { add, run, clock, store } = consumerFixture();
    const { state, done, consumer, stop } = fanningOut(way);
    const held = new Set([0, 1]);
    const running = await run(consumer(clock, store), () => held, 2);
    const passes = async () => {
      for (const partition of [0, 1]) {
        const saved = await loadCheckpoint(running.checkpoints, 'policy:turns', partition);
        const isLost = ({ id, position }: RecordedEvent) =>
          partitionOf(id, 2) === partition && position <= saved && !done.has(id);
        assert.equal(store.log.filter(isLost), [], `partition ${partition} at ${saved}`);
      }
    };
    let fails = 0;
    state.away = () => ++fails % 3 === 0;
    for (let round = 0; round < 20; round++) {
      await add(25);
      await clock.advance(round % 4 === 0 ? 1_500 : 40);
      await passes();
      // A partition goes and comes back: it is read again from its checkpoint.
      if (round % 5 === 2) held.delete(1);
      if (round % 5 === 4) held.add(1);
    }
    state.away = ({ id }) => Number(id) >= 480;
    await add(25);
    await clock.advance(1_500);
    stop.abort();
    await running.stop();
    await passes();
    assert.ok((await running.checkpoints.lowest('policy:turns')) > '0'.repeat(20), 'something was saved');
  });

test('what every partition sees is reacted to once, in its order, and passed by no partition before', async () => {
  const { add, run, clock, store } = consumerFixture();
  const stop = new AbortController();
  const seen: string[] = [];
  const gates: (() => void)[] = [];
  const consumer = policyConsumer(
    {
      ...{ name: 'all', types: ['Thing'], partitionKey: () => null, turnOf: () => 'one' },
      react: ({ id }) => {
        seen.push(id);
        return new Promise((resolve) => gates.push(resolve));
      },
    },
    2,
    { store, clock, log: quietLog, metrics: noMetrics, signal: stop.signal },
  );
  const running = await run(consumer, () => new Set([0, 1]), 2);
  await add(20);
  await clock.advance(1_500);
  assert.equal(seen, numbers(1, 20));
  assert.is(await running.checkpoints.lowest('policy:all'), '0'.repeat(20));
  for (const open of gates) open();
  await clock.advance(1_500);
  assert.is(await running.checkpoints.lowest('policy:all'), store.log.at(-1)?.position);
  stop.abort();
  await running.stop();
});

test('the last save holds what was under way when the stop came', async () => {
  const { add, run, clock, store } = consumerFixture();
  const gates: (() => void)[] = [];
  const stop = new AbortController();
  const consumer = policyConsumer(
    {
      ...{ name: 'slow', types: ['Thing'], partitionKey: ({ id }) => id, turnOf: ({ id }) => id },
      react: () => new Promise((resolve) => gates.push(resolve)),
    },
    1,
    { store, clock, log: quietLog, metrics: noMetrics, signal: stop.signal },
  );
  const running = await run(consumer, () => new Set([0]));
  await add(3);
  await clock.advance(1_500);
  assert.is(await running.checkpoints.lowest('policy:slow'), '0'.repeat(20));
  stop.abort();
  const stopped = running.stop();
  await clock.advance(10);
  for (const open of gates) open();
  await stopped;
  assert.is(await running.checkpoints.lowest('policy:slow'), store.log.at(-1)?.position);
});

test('the lag of a reader ahead grows while its oldest reaction fails, though nothing else happens', async () => {
  const { add, run, clock, store } = consumerFixture();
  const { state, consumer, stop } = fanningOut();
  state.away = () => true;
  const running = await run(consumer(clock, store), () => new Set([0, 1]), 2);
  await add(1);
  await clock.advance(30_000);
  assert.ok((running.lags.at(-1) ?? 0) >= 29_000, `${running.lags.at(-1)} ms`);
  state.away = () => false;
  await clock.advance(10_000);
  assert.is(running.lags.at(-1), 0);
  stop.abort();
  await running.stop();
});

test.run();
