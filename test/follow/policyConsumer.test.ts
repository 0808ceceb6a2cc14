// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import { policyConsumer } from '../../src/follow/policy/policyConsumer.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('a policy that takes turns');

let last = 0;
function event(workspace: string, data: object = {}): RecordedEvent {
  const metadata = { v: 1, workspace, actor: 'a', correlation: 'c', causation: null, at: 'then' };
  const n = ++last;
  return {
    ...{ id: `i${n}`, type: 'T', data, stream: `s${n}`, revision: 0, metadata },
    position: positionAt(n),
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const stops: AbortController[] = [];
test.after.each(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/**
 * The log is what `appended` makes; other events are not in it when it is read again. `places` has the partitions that are
 * held, and how far they are read: up to the events that are handled, each time.
 */
function fixture(react: (event: RecordedEvent) => Promise<void>, partitions = 1) {
  const clock = manualClock();
  const stop = new AbortController();
  stops.push(stop);
  const log: RecordedEvent[] = [];
  const reads = { count: 0, fail: false };
  const policy = {
    ...{ name: 'p', types: ['T'], react },
    partitionKey: ({ stream }: RecordedEvent) => stream,
    turnOf: ({ metadata }: RecordedEvent) => metadata.workspace,
  };
  const store: Pick<EventStore, 'readAll'> = {
    async readAll({ after, limit }) {
      reads.count += 1;
      if (reads.fail) throw new Error('away');
      let [from, to] = [0, log.length];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if ((log[middle]?.position ?? '') > after) to = middle;
        else from = middle + 1;
      }
      const events = log.slice(from, from + limit);
      return { events, position: events.at(-1)?.position ?? after, caughtUp: events.length < limit };
    },
  };
  const consumer = policyConsumer(policy, partitions, {
    ...{ clock, log: quietLog, metrics: noMetrics, signal: stop.signal, store },
  });
  const places = new Map(Array.from({ length: partitions }, (_, partition) => [partition, BEGINNING]));
  const handle = (events: readonly RecordedEvent[]) => {
    const before = positionAt(Number(events[0]?.position ?? 1) - 1);
    for (const partition of places.keys()) places.set(partition, before);
    return consumer.handle(events);
  };
  /** As a running consumer does: reads again whenever there is something to. */
  const drive = async () => {
    while (!stop.signal.aborted) {
      await consumer.between?.(places).catch(() => clock.sleep(1_000, stop.signal));
      await turn();
    }
  };
  void drive();
  const appended = (events: readonly RecordedEvent[]) => {
    for (const one of events) log.push(one);
    return events;
  };
  return { clock, consumer: { ...consumer, handle }, places, stop, log, appended, reads };
}
const some = (count: number, workspace: string, data?: object) =>
  Array.from({ length: count }, () => event(workspace, data));
/** Reads a burst as a consumer does, in batches. */
async function readIn(
  handle: (events: readonly RecordedEvent[]) => Promise<void>,
  events: readonly RecordedEvent[],
) {
  for (let at = 0; at < events.length; at += 1_000) await handle(events.slice(at, at + 1_000));
}

for (const lead of [10_000, 20_000, 100_000])
  test(`a burst of ${lead} events of one workspace delays no other: with 100,000 it was 22 seconds before`, async () => {
    const order: RecordedEvent[] = [];
    const { consumer, appended } = fixture(async (one) => {
      order.push(one);
      await turn();
    });
    const burst = appended(some(lead, 'burst'));
    // Nothing of it is reacted to while it is read: so far ahead a burst can be.
    await readIn(consumer.handle, burst);
    const before = order.length;
    const quiet = appended(some(1, 'quiet'));
    await consumer.handle(quiet);
    while (!order.some(({ metadata }) => metadata.workspace === 'quiet')) await turn();
    const waited = order.findIndex(({ metadata }) => metadata.workspace === 'quiet') - before;
    assert.ok(waited <= 130, `${waited} reactions before it`);
    while (order.length <= lead) await turn();
    assert.equal(new Set(order.map(({ id }) => id)).size, lead + 1);
    await turn();
    assert.is(consumer.unsafe?.(), null);
  });

test('a neighbour that comes while many bursts fill the memory has its turn too', async () => {
  const order: string[] = [];
  const { consumer, appended } = fixture(async ({ metadata }) => {
    order.push(metadata.workspace);
    await turn();
  });
  for (let n = 0; n < 40; n++) await readIn(consumer.handle, appended(some(5_000, `burst ${n}`)));
  const before = order.length;
  await consumer.handle(appended(some(1, 'quiet')));
  while (!order.includes('quiet')) await turn();
  const waited = order.indexOf('quiet') - before;
  assert.ok(waited <= 500, `${waited} reactions before it`);
  while (order.length <= 200_000) await turn();
  // Of the last ones it is read on to where the log ends.
  for (let turns = 0; turns < 10_000 && consumer.unsafe?.() !== null; turns++) await turn();
  assert.is(consumer.unsafe?.(), null);
  assert.is(order.length, 200_001);
});

test('no checkpoint passes a reaction that failed; it is made again, and holds up no other', async () => {
  let isAway = true;
  const done: string[] = [];
  const { consumer, clock } = fixture(async ({ id }) => {
    if (isAway && id === failing.id) throw new Error('away');
    done.push(id);
  });
  const [before, failing, after] = [event('a'), event('b'), event('c')];
  await consumer.handle([before, failing, after]);
  await clock.advance(0);
  assert.equal(done, [before.id, after.id]);
  assert.equal(consumer.unsafe?.(), { oldest: failing, safe: before.position });
  await clock.advance(10_000);
  assert.is(consumer.unsafe?.()?.safe, before.position);
  isAway = false;
  await clock.advance(5_000);
  assert.equal(done, [before.id, after.id, failing.id]);
  assert.is(consumer.unsafe?.(), null);
});

test('events that are read again for a partition that is held again are not passed either', async () => {
  const gates: (() => void)[] = [];
  const { consumer } = fixture(() => new Promise((resolve) => gates.push(resolve)));
  const [early, late] = [event('a'), event('b')];
  await consumer.handle([late]);
  await consumer.handle([early]);
  assert.ok((consumer.unsafe?.()?.safe ?? '') < early.position);
  gates[0]?.();
  await turn();
  assert.ok((consumer.unsafe?.()?.safe ?? 'x') < early.position);
  gates[1]?.();
  await turn();
  assert.is(consumer.unsafe?.(), null);
});

test('faults take no place of others: with 64 of them nothing else was served before', async () => {
  let [isAway, tried] = [true, 0];
  const done: string[] = [];
  const { consumer, clock } = fixture(async ({ metadata }) => {
    if (isAway && metadata.workspace !== 'sound') {
      tried += 1;
      throw new Error('away');
    }
    done.push(metadata.workspace);
  });
  for (let n = 0; n < 10; n++) await consumer.handle(some(200, `broken ${n}`));
  await clock.advance(0);
  assert.ok(tried <= 64 * 10, `${tried} tried at once`);
  await consumer.handle(some(1, 'sound'));
  await clock.advance(0);
  assert.equal(done, ['sound']);
  await clock.advance(60_000);
  assert.ok(tried <= 10 * 200 * 7, `${tried} tried in a minute`);
  isAway = false;
  await clock.advance(60_000);
  assert.is(done.length, 2_001);
});

test('what stays in the log is read again though reading fails for a while', async () => {
  const seen = new Set<string>();
  const { consumer, appended, reads, clock } = fixture(async ({ id }) => void seen.add(id));
  reads.fail = true;
  const events = appended(some(6_000, 'a'));
  await readIn(consumer.handle, events);
  await clock.advance(60_000);
  assert.ok(seen.size < 6_000);
  assert.not.ok(consumer.unsafe?.() === null);
  assert.ok(reads.count < 70, `${reads.count} readings in a minute`);
  reads.fail = false;
  await clock.advance(5_000);
  for (let n = 0; n < 50; n++) await turn();
  assert.is(seen.size, 6_000);
  assert.is(consumer.unsafe?.(), null);
});

test('a partition that has gone is not reacted to here, and one that comes back is, in order', async () => {
  const order: RecordedEvent[] = [];
  const { consumer, appended, places } = fixture(async (one) => {
    order.push(one);
    await turn();
  }, 2);
  const log = appended(some(6_000, 'a'));
  const [kept, moved] = [0, 1].map((partition) => log.filter((one) => consumer.partition(one) === partition));
  await readIn(consumer.handle, log);
  const inMemory = order.length + 2_048;
  places.delete(1);
  while (consumer.unsafe?.() !== null) await turn();
  assert.ok(kept?.every((one) => order.includes(one)));
  const seen = order.splice(0).filter((one) => moved?.includes(one));
  assert.ok(seen.every(({ position }) => position <= positionAt(Number(log[0]?.position) + inMemory)));
  // Its new holder has not come far.
  places.set(1, BEGINNING);
  const again = moved?.slice(100) ?? [];
  await readIn(consumer.handle, again);
  while (consumer.unsafe?.() !== null) await turn();
  const first = [...new Set(order)].filter((one) => moved?.includes(one));
  assert.equal(
    first.map(({ id }) => id),
    again.map(({ id }) => id),
  );
});

test('groups without end, each with something left in the log, wait for room', async () => {
  const { consumer, stop } = fixture(() => new Promise(() => {}));
  let isRead = false;
  const owners = Array.from({ length: 119_000 }, (_, n) => event(`w${n}`));
  const reading = readIn(consumer.handle, owners).then(() => {
    isRead = true;
  });
  for (let n = 0; n < 200; n++) await turn();
  assert.not.ok(isRead);
  stop.abort();
  await reading;
});

for (const seed of [0, 1, 2, 3, 4, 5, 6, 7].map((nth) => SEED + nth))
  test(`no checkpoint passes an event without a reaction, while events come, fail and are read again (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const done = new Set<string>();
    const { consumer, appended, clock, log, places } = fixture(async ({ id }) => {
      if (random() < 0.02) throw new Error('now and then');
      if (random() < 0.3) await turn();
      done.add(id);
    }, 4);
    const isMine = (one: RecordedEvent) => places.has(Number(consumer.partition(one)));
    const holds = () => {
      const safe = consumer.unsafe?.()?.safe ?? 'z';
      const passed = given.find(({ id, position }) => position <= safe && !done.has(id));
      assert.is(passed, undefined, `passed ${passed?.position} with ${safe}`);
    };
    const given: RecordedEvent[] = [];
    places.delete(3);
    for (let round = 0; round < 60; round++) {
      const workspace = random() < 0.6 ? 'burst' : `w${Math.floor(random() * 5)}`;
      const events = appended(some(Math.floor(random() * 1_000), workspace)).filter(isMine);
      given.push(...events);
      await consumer.handle(events);
      if (random() < 0.1) {
        // A partition comes, and is read from its checkpoint on, which is somewhere before.
        places.set(3, BEGINNING);
        const from = Math.floor(random() * log.length);
        const again = log.slice(from).filter((one) => consumer.partition(one) === 3);
        given.push(...again);
        await readIn(consumer.handle, again);
      }
      if (random() < 0.3) await turn();
      holds();
      if (random() < 0.3) await clock.advance(1_000);
    }
    for (let n = 0; n < 400 && consumer.unsafe?.() !== null; n++) {
      await clock.advance(5_000);
      holds();
    }
    assert.is(consumer.unsafe?.(), null);
    assert.is(given.filter(({ id }) => !done.has(id)).length, 0);
  });

test('a stop ends the waiting and leaves what is unsafe to the next start', async () => {
  const { consumer, stop, clock } = fixture(() => Promise.reject(new Error('away')));
  const first = event('a');
  await consumer.handle([first]);
  stop.abort();
  await clock.advance(10);
  assert.is(consumer.unsafe?.()?.oldest, first);
});

test('it has ended once no reaction is under way, and what was begun is safe by then', async () => {
  const gates: (() => void)[] = [];
  const { consumer, stop } = fixture(() => new Promise((resolve) => gates.push(resolve)));
  const [first, second] = [event('a'), event('b')];
  await consumer.handle([first, second]);
  stop.abort();
  let isEnded = false;
  const ended = consumer.ended?.().then(() => {
    isEnded = true;
  });
  gates[0]?.();
  await turn();
  assert.not.ok(isEnded);
  assert.is(consumer.unsafe?.()?.oldest, second);
  gates[1]?.();
  await ended;
  assert.is(consumer.unsafe?.(), null);
});

test('it has ended at once where nothing is under way', async () => {
  const { consumer, stop } = fixture(async () => {});
  await consumer.handle([event('a')]);
  await turn();
  stop.abort();
  await consumer.ended?.();
});

test.run();
