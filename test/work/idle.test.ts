import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { backgroundThrottle } from '../../src/follow/backgroundThrottle.ts';
import { startCheckpointSaver } from '../../src/follow/checkpointSaver.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { runConsumer } from '../../src/follow/consumer.ts';
import { followTail } from '../../src/follow/tail.ts';
import { linkedSignal } from '../../src/queues/linkedSignal.ts';
import { runSmsIntake } from '../../src/sender/sms/smsIntake.ts';
import { waits } from '../../src/work/waits.ts';
import { runWorkerLoop } from '../../src/work/workerLoop.ts';
import { workHints } from '../../src/work/workHints.ts';
import { lookedAt } from '../follow/lookedAt.ts';
import { countedSignal } from '../support/countedSignal.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';

const test = suite('an idle hour');
const HOUR_MS = 3_600_000;
const WARM_UP_MS = 10_000;

test('leaves no waiter, no sleep and no listener', async () => {
  const clock = manualClock();
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const { controller, listeners } = countedSignal();
  const { signal } = controller;
  const any = AbortSignal.any;
  let combined = 0;
  AbortSignal.any = (signals) => {
    combined++;
    return any(signals);
  };
  const tail = await followTail(store, ['Thing'], signal, () => {}, clock);
  const own = {
    ...{ clock, log: quietLog, metrics: noMetrics, signal },
    waits: waits(),
    throttle: backgroundThrottle(clock, () => 0),
    partitions: lookedAt(() => new Set([0]), clock, signal),
  };
  const consumer = { name: 'idle', types: ['Thing'], partition: () => 0, handle: async () => {} };
  const collection = await documents.collection<{ partition: number; lane: string; dueAtMs: number }>({
    name: 'idle',
    indexes: { due: ['partition', 'lane', 'dueAtMs'] },
  });
  const worker = {
    ...{ name: 'idle', collection, maxInFlight: 4, maxInFlightPerLane: 4 },
    run: async () => ({ retryAfterMs: 1, why: 'later' }),
  };
  const carrier = {
    receivesEverywhere: false,
    closedForMs: () => 0,
    submit: async () => ({ outcome: 'sent' as const, carrierId: null }),
    receive: (_: unknown, until: AbortSignal) => clock.sleep(2_000, until),
    close: async () => {},
  };
  const ledger = { store, clock, ids: seededIds() };
  const numbers = await documents.collection<never>({ name: 'numbers', indexes: {} });
  const checkpoints = await openCheckpoints(documents, 1);
  const hints = inProcessHints(quietLog);
  const saver = startCheckpointSaver(checkpoints, { clock, log: quietLog, hints }, signal);
  const running = [
    runConsumer(consumer, { ...own, tail, checkpoints, saver }),
    runWorkerLoop(worker, {
      ...own,
      held: own.partitions.current,
      hints: workHints(clock.sleep),
      reached: () => saver.reached('idle'),
      head: store.head,
    }),
    runSmsIntake(
      {
        ...own,
        ledger,
        carrier,
        hints,
        numbers,
        carrierIds: numbers,
        messages: numbers,
        positionOf: store.head,
      },
      signal,
      { mayRun: () => true, onChanged: () => {} },
    ),
  ];
  const counts = () => ({ sleepers: clock.sleepers, listeners: listeners() });
  await clock.advance(WARM_UP_MS);
  const before = counts();
  await clock.advance(HOUR_MS);
  const after = counts();
  AbortSignal.any = any;
  // The counts at one moment depend on where in its turn each loop is.
  for (const [name, count] of Object.entries(after))
    assert.ok(count <= before[name as keyof typeof before] + 2, `${name}: ${count} after an hour`);
  assert.is(combined, 0, 'a combined signal stays with the longest of its sources');
  controller.abort();
  await Promise.all(running);
  assert.is(clock.sleepers, 0);
});

test('a turn ends by itself or with the longer signal, and leaves that as it was', () => {
  const { controller, listeners } = countedSignal();
  const turns = Array.from({ length: 100 }, () => linkedSignal(controller.signal));
  assert.is(listeners(), 100);
  for (const { end } of turns.slice(1)) end();
  assert.is(listeners(), 1);
  assert.equal(turns.map(({ signal }) => signal.aborted).indexOf(false), 0);
  controller.abort();
  assert.ok(turns[0]?.signal.aborted);
  assert.ok(linkedSignal(controller.signal).signal.aborted);
});

test.run();
