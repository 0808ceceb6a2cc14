import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { backgroundThrottle } from '../../src/follow/backgroundThrottle.ts';
import { startCheckpointSaver } from '../../src/follow/checkpointSaver.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { type Consumer, runConsumer } from '../../src/follow/consumer.ts';
import { followTail } from '../../src/follow/tail.ts';
import { instant } from '../../src/ports/clock.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { lookedAt, unchanging } from './lookedAt.ts';

/** A log in memory, and consumers that follow it until they are stopped. */
export function consumerFixture() {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const clock = manualClock();
  let made = 0;
  const add = async (count: number, type = 'Thing') => {
    for (let n = 0; n < count; n++) {
      const id = String(++made);
      const metadata = {
        v: 1,
        workspace: 'w',
        actor: 'a',
        correlation: 'c',
        causation: null,
        at: instant(clock.nowMs()),
      };
      await store.append(`thing-${id}`, 'no-stream', [{ id, type, data: { made }, metadata }]);
    }
  };
  const run = async (consumer: Consumer, held: () => Set<number>, partitions = 1, looks = true) => {
    const stop = new AbortController();
    const checkpoints = await openCheckpoints(documents, partitions);
    const hints = inProcessHints(quietLog);
    const saver = startCheckpointSaver(checkpoints, { clock, log: quietLog, hints }, stop.signal);
    const faults: unknown[] = [];
    const lags: number[] = [];
    const tail = await followTail(
      store,
      ['Thing', 'Other'],
      stop.signal,
      (fault) => faults.push(fault),
      clock,
    );
    const done = runConsumer(consumer, {
      tail,
      checkpoints,
      saver,
      partitions: looks ? lookedAt(held, clock, stop.signal) : unchanging(held),
      clock,
      log: quietLog,
      metrics: { ...noMetrics, gauge: (_, lagSeconds) => lags.push(lagSeconds * 1_000) },
      throttle: backgroundThrottle(clock, () => 0),
      signal: stop.signal,
    });
    return {
      checkpoints,
      faults,
      lags,
      async stop() {
        stop.abort();
        await done;
        await saver.flush();
      },
    };
  };
  return { store, clock, add, run };
}

/** A consumer that keeps the ids of the events that it handled. */
export function recorder(name = 'recorder', partition: Consumer['partition'] = () => 0) {
  const seen: string[] = [];
  const consumer: Consumer = {
    name,
    types: ['Thing'],
    partition,
    handle: async (events) => {
      for (const { id } of events) seen.push(id);
    },
  };
  return { seen, consumer };
}
