import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { BackgroundThrottle } from './backgroundThrottle.ts';
import { type Flights, openFlights } from './flights.ts';
import { type Holds, openHolds } from './holds.ts';
import { type LaneQueues, laneQueues } from './laneQueues.ts';
import { dueLanes } from './lanes.ts';
import type { Notify } from './notify.ts';
import type { Worker } from './worker.ts';

export interface WorkerLoopContext extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  /** A position up to which everything is in the work index, in all its partitions. */
  readonly indexPosition: () => Promise<Position>;
  readonly partitions: () => ReadonlySet<number>;
  readonly newItems: Notify;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** The index is looked at this often even without a notification: a hint may be lost, and the wall clock be stepped. */
const LOOK_EVERY_MS = 1_000;
const SOONEST_LOOK_MS = 5;
const FAULT_RETRY_MS = 1_000;
/** A lane without a grant is asked for again after this at the latest: a day may end early, or a limit be raised. */
const LONGEST_CLOSED_MS = 60_000;
/**
 * Items done but not yet passed by the index, as a multiple of those in flight: beyond it the loop waits. They cost a little
 * memory each; what the index has passed is known a second late where another process folds it, by its checkpoints.
 */
const UNPASSED_FACTOR = 64;
/** Items of a lane that wait to be tried again: beyond it the lane waits, and no other. */
const MAX_WAITING_PER_LANE = 256;
/** Lanes known as closed beyond which those that have opened are forgotten. */
const MANY_CLOSED = 1_000;

/** What one running loop has in hand. */
interface Hand<Document extends WorkDocument> {
  readonly worker: Worker<Document>;
  readonly holds: Holds;
  readonly flights: Flights<Document>;
  readonly queues: LaneQueues<Document>;
  /** Monotonic times until which lanes have no grant. */
  readonly closedUntilMs: Map<string, number>;
  /** Lane served last in each partition: the next look starts behind it, so that every lane has its turn. */
  readonly lastLane: Map<number, string>;
}

/**
 * Takes due items lane by lane, within the worker's bounds, until the signal aborts; then resolves once whatever is
 * in flight has ended. An item is in the hands of one call at a time in this process.
 */
export async function runWorkerLoop<Document extends WorkDocument>(
  worker: Worker<Document>,
  context: WorkerLoopContext,
): Promise<void> {
  const { newItems, clock, log, metrics, throttle, signal } = context;
  const closedUntilMs = new Map<string, number>();
  const holds = openHolds(context.indexPosition, clock);
  const onEnd = (lane: string, gaveBack: boolean) => {
    if (gaveBack) closedUntilMs.delete(lane);
    newItems.notify();
  };
  const flights = openFlights(worker, { holds, clock, log, metrics, signal, onEnd });
  const isInHand = (key: string) => flights.has(key) || holds.has(key);
  const queues = laneQueues(worker.collection, isInHand, clock);
  const hand: Hand<Document> = { worker, holds, flights, queues, closedUntilMs, lastLane: new Map() };

  while (!signal.aborted) {
    let waitMs: number;
    const startedAtMs = clock.monotonicMs();
    try {
      waitMs = await look(hand, context);
    } catch (error) {
      log.error({ worker: worker.name, err: error }, 'work index could not be read');
      waitMs = FAULT_RETRY_MS;
    }
    metrics.gauge('postledger_worker_in_flight', flights.count, { worker: worker.name });
    await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
    await newItems.wait(Math.max(SOONEST_LOOK_MS, waitMs), signal);
  }
  await flights.ended();
}

/** One look at every held partition; resolves with the milliseconds until the next one is due. */
async function look<Document extends WorkDocument>(
  hand: Hand<Document>,
  { partitions, clock, signal }: WorkerLoopContext,
): Promise<number> {
  const { worker, holds, flights, lastLane } = hand;
  await holds.letGo();
  forgetOpened(hand.closedUntilMs, clock.monotonicMs());
  let waitMs = Math.min(LOOK_EVERY_MS, holds.soonestInMs() ?? LOOK_EVERY_MS);
  for (const partition of partitions()) {
    for await (const { lane, dueAtMs } of dueLanes(worker.collection, partition, lastLane.get(partition))) {
      if (signal.aborted || flights.count >= worker.maxInFlight) return waitMs;
      if (holds.unpassed >= UNPASSED_FACTOR * worker.maxInFlight) return SOONEST_LOOK_MS;
      const dueInMs = dueAtMs - clock.nowMs();
      if (dueInMs > 0) {
        waitMs = Math.min(waitMs, dueInMs);
        continue;
      }
      waitMs = Math.min(waitMs, await serveLane(hand, clock, partition, lane));
      lastLane.set(partition, lane);
    }
  }
  return waitMs;
}

/** Starts what is due in one lane; resolves with the milliseconds until the lane is worth another look. */
async function serveLane<Document extends WorkDocument>(
  { worker, holds, flights, queues, closedUntilMs }: Hand<Document>,
  clock: Clock,
  partition: number,
  lane: string,
): Promise<number> {
  const closedForMs = (closedUntilMs.get(lane) ?? 0) - clock.monotonicMs();
  if (closedForMs > 0) return closedForMs;
  closedUntilMs.delete(lane);
  const room = Math.min(
    worker.maxInFlightPerLane - flights.countIn(lane),
    worker.maxInFlight - flights.count,
    MAX_WAITING_PER_LANE - holds.waitingIn(lane),
  );
  if (room <= 0) return Number.POSITIVE_INFINITY;
  const { items, started } = await queues.next(partition, lane, room, clock.nowMs());
  const grant =
    worker.admit === undefined || items.length === 0 ? null : await worker.admit(lane, items.length);
  const granted = grant === null ? items.length : grant.granted;
  for (const item of items.slice(0, granted)) flights.start(item, grant?.window ?? null);
  started(granted);
  if (grant === null || granted === items.length) return Number.POSITIVE_INFINITY;
  const waitMs = Math.min(LONGEST_CLOSED_MS, Math.max(SOONEST_LOOK_MS, grant.retryAfterMs));
  closedUntilMs.set(lane, clock.monotonicMs() + waitMs);
  return waitMs;
}

function forgetOpened(closedUntilMs: Map<string, number>, nowMs: number): void {
  if (closedUntilMs.size < MANY_CLOSED) return;
  for (const [lane, untilMs] of closedUntilMs) if (untilMs <= nowMs) closedUntilMs.delete(lane);
}
