import type { Position } from '../events/event.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { openFlights } from './flights.ts';
import type { BackgroundThrottle } from './follow/backgroundThrottle.ts';
import { openHolds } from './holds.ts';
import { laneQueues } from './laneQueues.ts';
import { type Hand, roomOf, serveLane } from './laneServing.ts';
import { type LaneSweeps, laneSweeps } from './laneSweeps.ts';
import type { Worker } from './worker.ts';
import type { WorkHints } from './workHints.ts';
import { workLanes } from './workLanes.ts';

export interface WorkerLoopDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  /** A position up to which everything is in the work index, in all its partitions. */
  readonly indexPosition: () => Promise<Position>;
  readonly partitions: () => ReadonlySet<number>;
  readonly workHints: WorkHints;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** A look is made this often even without a notification: it may be lost, or the wall clock be set. */
const LOOK_EVERY_MS = 1_000;
const SOONEST_LOOK_MS = 5;
const FAULT_RETRY_MS = 1_000;
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
  const { workHints, clock, log, metrics, throttle, signal } = context;
  const { collection } = worker;
  const ownerOf = (lane: string) => worker.ownerOf?.(lane) ?? lane;
  const holds = openHolds(context.indexPosition, clock);
  const lanes = workLanes(clock, ownerOf);
  const flights = openFlights(worker, {
    holds,
    clock,
    log,
    metrics,
    signal,
    ownerOf,
    onEnd(document, { gaveBack, againInMs }) {
      if (againInMs !== null) lanes.recall(document, againInMs);
      if (gaveBack) lanes.openAllOf(ownerOf(document.lane));
      workHints.notify();
    },
  });
  const isInHand = (key: string) => flights.has(key) || holds.has(key);
  const queues = laneQueues(collection, isInHand, clock);
  const hand: Hand<Document> = { worker, holds, flights, queues, lanes, clock };
  const sweeps = laneSweeps({
    collection,
    clock,
    onFound: (partition, { lane, dueAtMs }) => lanes.note({ partition, lane, dueAtMs }),
    onLost: lanes.forgetPartition,
  });

  while (!signal.aborted) {
    let waitMs: number;
    const startedAtMs = clock.monotonicMs();
    try {
      waitMs = await look(hand, sweeps, context);
    } catch (error) {
      log.error({ worker: worker.name, err: error }, 'work index could not be read');
      waitMs = FAULT_RETRY_MS;
    }
    metrics.gauge('postledger_worker_in_flight', flights.count, { worker: worker.name });
    await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
    await workHints.wait(Math.max(SOONEST_LOOK_MS, waitMs), signal);
  }
  await flights.ended();
}

/** One look at the lanes that are worth a read; resolves with the milliseconds until the next look. */
async function look<Document extends WorkDocument>(
  hand: Hand<Document>,
  sweeps: LaneSweeps,
  { partitions, workHints, signal }: WorkerLoopDependencies,
): Promise<number> {
  const { worker, holds, flights, lanes } = hand;
  const held = partitions();
  sweeps.follow(held);
  const { lanes: written, owners } = workHints.take();
  for (const lane of written) if (held.has(lane.partition)) lanes.note(lane);
  for (const owner of owners) lanes.openAllOf(owner);
  await holds.letGo();
  await sweeps.step();
  let hasMore = false;
  for (const lane of lanes.hungry()) {
    if (signal.aborted || flights.count >= worker.maxInFlight) break;
    if (holds.unpassed >= UNPASSED_FACTOR * worker.maxInFlight) return SOONEST_LOOK_MS;
    if ((await serveLane(hand, lane)) && roomOf(hand, lane) > 0) hasMore = true;
  }
  if (hasMore) return SOONEST_LOOK_MS;
  return Math.min(LOOK_EVERY_MS, holds.soonestInMs() ?? LOOK_EVERY_MS, sweeps.nextInMs(), lanes.nextInMs());
}
