import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import { projection } from '../../src/follow/fold/projection.ts';
import { newItems } from '../../src/work/newItems.ts';
import type { Worker, WorkResult } from '../../src/work/worker.ts';
import { WINDOW } from '../support/freePace.ts';
import { manualClock } from '../support/manualClock.ts';
import { runningLoop } from './runningLoop.ts';
import { positionOf } from './workTable.ts';

const test = suite('items that are handed over before their index has them');

const itemOf = (key: string, lane = 'lane', partition = 0) => ({
  key,
  document: { partition, lane, dueAtMs: 0 },
});

function setUp(parts: Partial<Worker> = {}) {
  const clock = manualClock(1_000_000);
  const started: string[] = [];
  const finish = new Map<string, (result: WorkResult) => void>();
  const run: Worker['run'] = (key) => {
    started.push(key);
    return new Promise((resolve) => finish.set(key, resolve));
  };
  const loop = runningLoop(clock, { run, ...parts });
  return {
    ...loop,
    clock,
    started,
    finish: (key: string, result: WorkResult) => finish.get(key)?.(result),
    async end() {
      for (const resolve of finish.values()) resolve({ retryAfterMs: 1, why: 'later' });
      await loop.end();
    },
  };
}

test('begin at once, and never a second time: neither under way, nor until the index has the outcome', async () => {
  const loop = setUp();
  await loop.clock.advance(2_000);
  loop.news.handOver([itemOf('new')]);
  await loop.clock.advance(10);
  assert.equal(loop.started, ['new']);
  loop.news.handOver([itemOf('new')]);
  loop.due('new', 'lane', 0);
  await loop.clock.advance(5_000);
  assert.equal(loop.started, ['new'], 'it is under way');
  loop.finish('new', { position: positionOf(5) });
  loop.news.handOver([itemOf('new')]);
  await loop.clock.advance(5_000);
  assert.equal(loop.started, ['new'], 'the index still shows it');
  loop.table.fold('new', positionOf(5), null);
  await loop.clock.advance(5_000);
  assert.equal(loop.started, ['new']);
  await loop.end();
});

test('that have no room begin once the index has them', async () => {
  const loop = setUp({ maxInFlight: 2, maxInFlightPerLane: 1 });
  await loop.clock.advance(2_000);
  loop.news.handOver([itemOf('first'), itemOf('second')]);
  await loop.clock.advance(10);
  assert.equal(loop.started, ['first']);
  loop.finish('first', { position: positionOf(1) });
  loop.due('second', 'lane', 0);
  await loop.clock.advance(10);
  assert.equal(loop.started, ['first', 'second']);
  await loop.end();
});

test('wait for a grant of their lane, and take none that they do not use', async () => {
  let left = 1;
  const asked: number[] = [];
  const loop = setUp({
    async admit(_, wanted) {
      asked.push(wanted);
      const granted = Math.min(left, wanted);
      left -= granted;
      return { granted, retryAfterMs: 900, window: WINDOW };
    },
  });
  await loop.clock.advance(2_000);
  loop.news.handOver([itemOf('first'), itemOf('second')]);
  await loop.clock.advance(10);
  assert.equal(loop.started, ['first']);
  loop.news.handOver([itemOf('third')]);
  for (const key of ['first', 'second', 'third']) loop.due(key, 'lane', 0);
  await loop.clock.advance(500);
  assert.equal(asked, [2], 'a closed lane is not asked for');
  left = 2;
  await loop.clock.advance(1_000);
  assert.equal([...loop.started].sort(), ['first', 'second', 'third']);
  await loop.end();
});

test('do not overtake what waits in their lane', async () => {
  const loop = setUp({ maxInFlight: 8, maxInFlightPerLane: 1 });
  loop.due('older', 'lane', 0);
  loop.due('old', 'lane', 1);
  await loop.clock.advance(100);
  assert.equal(loop.started, ['older']);
  loop.finish('older', { position: positionOf(1) });
  loop.news.handOver([itemOf('new')]);
  await loop.clock.advance(10);
  assert.equal(loop.started, ['older', 'old']);
  await loop.end();
});

test('of a partition of another process are left to that', async () => {
  const loop = setUp();
  await loop.clock.advance(2_000);
  loop.news.handOver([itemOf('theirs', 'lane', 1), itemOf('ours')]);
  await loop.clock.advance(10);
  assert.equal(loop.started, ['ours']);
  await loop.end();
});

test('are those that events begin and none of them ends, and that are due or wait for no date', () => {
  const eventOf = (type: string, stream: string, data: object = {}) =>
    ({ type, stream, data, position: BEGINNING }) as unknown as RecordedEvent;
  const index = projection({
    ...{ name: 'index', version: 1, indexes: {} },
    key: ({ stream }: RecordedEvent) => stream,
    on: {
      Begun: (_: object | null, { data }: RecordedEvent) => ({
        partition: 0,
        lane: 'lane',
        ...(data as object),
      }),
      Moved: (document: object | null) => document && { ...document, lane: 'other' },
      Ended: () => null,
    },
  });
  const events = [
    eventOf('Begun', 'a', { dueAtMs: 5 }),
    eventOf('Begun', 'ended', { dueAtMs: 5 }),
    eventOf('Begun', 'later', { dueAtMs: 6 }),
    eventOf('Begun', 'at once', { dueAtMs: 6, isAtOnce: true }),
    eventOf('Unknown', 'unknown'),
    eventOf('Moved', 'earlier'),
    eventOf('Moved', 'a'),
    eventOf('Ended', 'ended'),
  ];
  assert.equal(newItems(index, events, 5), [
    { key: 'a', document: { partition: 0, lane: 'other', dueAtMs: 5 } },
    { key: 'at once', document: { partition: 0, lane: 'lane', dueAtMs: 6, isAtOnce: true } },
  ]);
});

test.run();
