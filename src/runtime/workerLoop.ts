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
import { workLanes } from './workLanes.ts';
import type { WorkNews } from './workNews.ts';

export interface WorkerLoopContext extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  /** A position up to which everything is in the work index, in all its partitions. */
  readonly indexPosition: () => Promise<Position>;
  readonly partitions: () => ReadonlySet<number>;
  readonly news: WorkNews;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** A look is made this often even without news: they may be lost, and the wall clock be stepped. */
const LOOK_EVERY_MS = 1_000;
const SOONEST_LOOK_MS = 5;
const FAULT_RETRY_MS = 1_000;
/**
 * Items done but not yet passed by the index, as a multiple of those in flight: beyond it the loop waits. They cost a little
 * memory each; what the index has passed is known a second late where another process folds it, by its checkpoints.
 */
const UNPASSED_FACTOR = 64;

/**
 * Takes due items lane by lane, within the worker's bounds, until the signal aborts; then resolves once whatever is
 * in flight has ended. An item is in the hands of one call at a time in this process. A look costs what is due.
 */
export async function runWorkerLoop<Document extends WorkDocument>(
  worker: Worker<Document>,
  context: WorkerLoopContext,
): Promise<void> {
  const { news, clock, log, metrics, throttle, signal } = context;
  const { collection } = worker;
  const ownerOf = (lane: string) => worker.ownerOf?.(lane) ?? lane;
  const holds = openHolds(context.indexPosition, clock);
  const lanes = workLanes(clock, ownerOf);
  const flights = openFlights(worker, {
    ...{ holds, clock, log, metrics, signal, ownerOf },
    onEnd(document, { gaveBack, againInMs }) {
      if (againInMs !== null) lanes.recall(document, againInMs);
      if (gaveBack) lanes.openAllOf(ownerOf(document.lane));
      news.notify();
    },
  });
  const isInHand = (key: string) => flights.has(key) || holds.has(key);
  const queues = laneQueues(collection, isInHand, clock);
  const hand: Hand<Document> = { worker, holds, flights, queues, lanes, clock };
  const sweeps = laneSweeps({
    ...{ collection, clock },
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
    await news.wait(Math.max(SOONEST_LOOK_MS, waitMs), signal);
  }
  await flights.ended();
}

/** One look at what is worth it; resolves with the milliseconds until the next one is due. */
async function look<Document extends WorkDocument>(
  hand: Hand<Document>,
  sweeps: LaneSweeps,
  { partitions, news, signal }: WorkerLoopContext,
): Promise<number> {
  const { worker, holds, flights, lanes } = hand;
  const held = partitions();
  sweeps.follow(held);
  const told = news.take();
  for (const lane of told.lanes) if (held.has(lane.partition)) lanes.note(lane);
  for (const owner of told.owners) lanes.openAllOf(owner);
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
