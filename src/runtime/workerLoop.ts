import type { Position } from '../events/event.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { backoff } from '../queues/backoff.ts';
import { openFlights } from './flights.ts';
import { type InFlight, inFlight as inFlightOf } from './inFlight.ts';
import { laneQueues } from './laneQueues.ts';
import { type Hand, roomOf, serveLane } from './laneServing.ts';
import { type LaneSweeps, laneSweeps } from './laneSweeps.ts';
import { type LooksContext, runLooks } from './runLooks.ts';
import type { Worker } from './worker.ts';
import type { WorkHints } from './workHints.ts';
import { workLanes } from './workLanes.ts';

export interface WorkerLoopDependencies extends LooksContext, Pick<Ports, 'metrics'> {
  /** A position up to which everything is in the work index, in all its partitions. */
  readonly indexPosition: () => Promise<Position>;
  /** Where the log ends. */
  readonly head: () => Promise<Position>;
  readonly partitions: () => ReadonlySet<number>;
  readonly workHints: WorkHints;
}

/**
 * Items done but not yet passed by the index, as a multiple of those in flight: beyond it the loop waits. Each costs a
 * little memory; where another process folds the index, its position is known a second late, by its checkpoints.
 */
const UNPASSED_FACTOR = 64;

/**
 * Takes due items lane by lane, within the worker's bounds, until the signal aborts; then resolves once everything in
 * flight has ended. In this process an item is run by one call at a time. A look costs what is due.
 */
export async function runWorkerLoop<Document extends WorkDocument>(
  worker: Worker<Document>,
  context: WorkerLoopDependencies,
): Promise<void> {
  const { workHints, clock, log, metrics, signal } = context;
  const { collection } = worker;
  metrics.count('postledger_worker_faults_total', { worker: worker.name }, 0);
  const ownerOf = (lane: string) => worker.ownerOf?.(lane) ?? lane;
  const inFlight = inFlightOf(context.indexPosition, clock);
  const waiting = backoff<null>(clock);
  const lanes = workLanes(clock, ownerOf);
  const flights = openFlights(worker, {
    inFlight,
    waiting,
    clock,
    log,
    metrics,
    signal,
    ownerOf,
    onEnd(document, { gaveBack, againInMs }) {
      // Of a partition that was lost meanwhile its next holder tries again.
      if (againInMs !== null && context.partitions().has(document.partition))
        lanes.recall(document, againInMs);
      if (gaveBack) lanes.openAllOf([ownerOf(document.lane)]);
      workHints.notify();
    },
  });
  const queues = laneQueues(collection, (key) => inFlight.has(key) || waiting.has(key), clock);
  const hand: Hand<Document> = { worker, waiting, flights, queues, lanes, clock };
  const sweeps = laneSweeps({
    ...context,
    collection,
    onFound: lanes.note,
    onLost: lanes.forgetPartition,
  });

  const looked = async () => {
    try {
      return await look(hand, inFlight, sweeps, context);
    } finally {
      const labels = { worker: worker.name };
      metrics.gauge('postledger_worker_in_flight', flights.count, labels);
      const { dueLanes, firstDueAtMs } = sweeps.found();
      metrics.gauge('postledger_worker_due_lanes', dueLanes, labels);
      const dueForMs = clock.nowMs() - firstDueAtMs;
      metrics.gauge('postledger_worker_oldest_due_seconds', Math.max(0, dueForMs) / 1_000, labels);
    }
  };
  await runLooks(worker.name, looked, workHints, context);
  await flights.ended();
}

/** One look at the lanes that are worth a read; resolves with the milliseconds until the next look. */
async function look<Document extends WorkDocument>(
  hand: Hand<Document>,
  inFlight: InFlight,
  sweeps: LaneSweeps,
  { partitions, workHints, signal }: WorkerLoopDependencies,
): Promise<number> {
  const { worker, waiting, flights, lanes } = hand;
  const held = partitions();
  sweeps.follow(held);
  const { lanes: written, owners } = workHints.take();
  for (const lane of written) if (held.has(lane.partition)) lanes.note(lane);
  lanes.openAllOf(owners);
  waiting.takeDue();
  await inFlight.letGo();
  await sweeps.step();
  let hasMore = false;
  for (const lane of lanes.hungry()) {
    if (signal.aborted || flights.count >= worker.maxInFlight) break;
    if (inFlight.held >= UNPASSED_FACTOR * worker.maxInFlight) return 0;
    if ((await serveLane(hand, lane)) && roomOf(hand, lane) > 0) hasMore = true;
  }
  if (hasMore) return 0;
  return Math.min(waiting.nextInMs(), inFlight.nextInMs(), sweeps.nextInMs(), lanes.nextInMs());
}
