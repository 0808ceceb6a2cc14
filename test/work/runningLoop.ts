import { backgroundThrottle } from '../../src/follow/backgroundThrottle.ts';
import { type Waits, waits } from '../../src/work/waits.ts';
import type { Worker } from '../../src/work/worker.ts';
import { runWorkerLoop } from '../../src/work/workerLoop.ts';
import { type WorkHints, workHints } from '../../src/work/workHints.ts';
import type { ManualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { positionOf, type WorkTable, workTable } from './workTable.ts';

/** A worker's loop over an index in memory; items are folded, with a notification or without, by the test. */
export interface RunningLoop {
  readonly table: WorkTable;
  readonly news: WorkHints;
  /** The partitions that it holds; a test changes them. */
  readonly held: Set<number>;
  readonly waits: Waits;
  /** Folds an item that is due at the date, and notifies the loop. */
  due(key: string, lane: string, dueAtMs: number, partition?: number): void;
  end(): Promise<void>;
}

export function runningLoop(
  clock: ManualClock,
  parts: Partial<Worker> & Pick<Worker, 'run'>,
  table: WorkTable = workTable(),
  indexPosition = table.position,
  metrics = noMetrics,
): RunningLoop {
  const stop = new AbortController();
  const news = workHints(clock.sleep);
  const held = new Set([0]);
  const worker: Worker = {
    ...{ name: 'test', collection: table.collection, maxInFlight: 128, maxInFlightPerLane: 96 },
    ...parts,
  };
  const loopWaits = waits();
  const running = runWorkerLoop(worker, {
    ...{
      held: () => held,
      hints: news,
      clock,
      log: quietLog,
      metrics,
      signal: stop.signal,
    },
    waits: loopWaits,
    throttle: backgroundThrottle(clock, () => 0),
    reached: () => new Map([...held].map((partition) => [partition, indexPosition()])),
    head: async () => positionOf(0),
  });
  return {
    ...{ table, news, held, waits: loopWaits },
    due(key, lane, dueAtMs, partition = 0) {
      table.fold(key, positionOf(1), { partition, lane, dueAtMs });
      news.wrote([{ document: { partition, lane, dueAtMs } }]);
    },
    async end() {
      stop.abort();
      await running;
    },
  };
}
