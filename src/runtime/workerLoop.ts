import type { Position } from '../events/envelope.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stored } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { WorkDocument } from '../projections/workIndex.ts';
import type { Courtesy } from './courtesy.ts';
import { dueLanes } from './lanes.ts';
import type { Wake } from './wake.ts';
import type { Worker } from './worker.ts';

export interface WorkerLoopContext {
  readonly partitions: () => ReadonlySet<number>;
  readonly wake: Wake;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly courtesy: Courtesy;
  readonly signal: AbortSignal;
}

/** The index is looked at this often even when nobody rings: a hint may be lost. */
const LOOK_EVERY_MS = 1_000;
const SOONEST_LOOK_MS = 5;
const FAULT_RETRY_MS = 1_000;
/** An item that fails again and again is tried ever more seldom, down to this. */
const LONGEST_FAULT_RETRY_MS = 60_000;
/** Items done but not yet passed by the index, as a multiple of those in flight: beyond it the loop waits. */
const HELD_FACTOR = 8;

/** Why an item that still stands in the index is not to be started. */
interface Hold {
  readonly lane: string;
  /** Until the index has passed this position. */
  readonly position?: Position;
  /** Until this time. */
  readonly untilMs?: number;
}

/**
 * Takes due items lane by lane, within the worker's bounds, until the signal aborts; then resolves once whatever is
 * in flight has ended. An item is in the hands of one call at a time in this process.
 */
export async function runWorkerLoop<Document extends WorkDocument>(
  worker: Worker<Document>,
  context: WorkerLoopContext,
): Promise<void> {
  const { wake, clock, log, metrics, courtesy, signal } = context;
  const inFlight = new Map<string, { lane: string; done: Promise<void> }>();
  const inLane = new Map<string, number>();
  const holds = new Map<string, Hold>();
  /** Faults of an item, one after another, and the time of the last. */
  const faults = new Map<string, { readonly count: number; readonly atMs: number }>();
  const laneClosedUntilMs = new Map<string, number>();
  /** Lane served last in each partition: the next look starts behind it, so that every lane has its turn. */
  const lastLane = new Map<number, string>();

  const afterFault = (key: string): number => {
    const count = (faults.get(key)?.count ?? 0) + 1;
    faults.set(key, { count, atMs: clock.nowMs() });
    return Math.min(FAULT_RETRY_MS * 2 ** (count - 1), LONGEST_FAULT_RETRY_MS);
  };

  const start = ({ key, document }: Stored<Document>) => {
    const { lane } = document;
    inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
    const startedAtMs = clock.nowMs();
    const run = async () => {
      try {
        const result = await worker.run(key, document, signal);
        faults.delete(key);
        if ('position' in result) holds.set(key, { lane, position: result.position });
        else holds.set(key, { lane, untilMs: clock.nowMs() + result.retryAfterMs });
      } catch (error) {
        metrics.count('postledger_worker_faults_total', { worker: worker.name });
        const retryAfterMs = afterFault(key);
        log.error({ worker: worker.name, item: key, retryAfterMs, err: error }, 'work item failed');
        holds.set(key, { lane, untilMs: clock.nowMs() + retryAfterMs });
      } finally {
        inFlight.delete(key);
        const left = (inLane.get(lane) ?? 1) - 1;
        if (left === 0) inLane.delete(lane);
        else inLane.set(lane, left);
        metrics.timing('postledger_worker_item_ms', clock.nowMs() - startedAtMs, { worker: worker.name });
        wake.ring();
      }
    };
    inFlight.set(key, { lane, done: run() });
  };

  /** Lets go of items that the index has passed, or whose time has come. */
  const letGo = async () => {
    // What another process has finished meanwhile does not come back here.
    for (const [key, { atMs }] of faults)
      if (clock.nowMs() - atMs > 2 * LONGEST_FAULT_RETRY_MS) faults.delete(key);
    const waiting: string[] = [];
    for (const [key, { position, untilMs }] of holds) {
      if (untilMs !== undefined && untilMs <= clock.nowMs()) holds.delete(key);
      else if (position !== undefined) waiting.push(key);
    }
    if (waiting.length === 0) return;
    const folded = await worker.collection.getForFold(waiting);
    for (const key of waiting) {
      const passed = folded.get(key)?.position;
      const until = holds.get(key)?.position;
      if (passed !== undefined && until !== undefined && passed >= until) holds.delete(key);
    }
  };

  /** Starts what is due in one lane; tells when the lane is worth another look. */
  const serveLane = async (partition: number, lane: string): Promise<number> => {
    const nowMs = clock.nowMs();
    const closedUntilMs = laneClosedUntilMs.get(lane) ?? 0;
    if (closedUntilMs > nowMs) return closedUntilMs;
    laneClosedUntilMs.delete(lane);
    const room = Math.min(
      worker.maxInFlightPerLane - (inLane.get(lane) ?? 0),
      worker.maxInFlight - inFlight.size,
    );
    if (room <= 0) return Number.POSITIVE_INFINITY;
    let busy = inLane.get(lane) ?? 0;
    for (const hold of holds.values()) if (hold.lane === lane) busy++;
    const found = await worker.collection.page({
      index: 'due',
      equals: [partition, lane],
      to: nowMs,
      limit: room + busy,
    });
    const free = found.filter(({ key }) => !inFlight.has(key) && !holds.has(key)).slice(0, room);
    if (free.length === 0) return Number.POSITIVE_INFINITY;
    const grant = worker.admit === undefined ? null : await worker.admit(lane, free.length);
    const granted = grant === null ? free.length : grant.granted;
    for (const item of free.slice(0, granted)) start(item);
    if (grant === null || granted === free.length) return Number.POSITIVE_INFINITY;
    const untilMs = clock.nowMs() + Math.max(SOONEST_LOOK_MS, grant.retryAfterMs);
    laneClosedUntilMs.set(lane, untilMs);
    return untilMs;
  };

  /** One look at every held partition; returns when the next one is due. */
  const look = async (): Promise<number> => {
    await letGo();
    let nextMs = clock.nowMs() + LOOK_EVERY_MS;
    for (const { untilMs } of holds.values()) if (untilMs !== undefined) nextMs = Math.min(nextMs, untilMs);
    for (const partition of context.partitions()) {
      for await (const { lane, dueAtMs } of dueLanes(worker.collection, partition, lastLane.get(partition))) {
        if (signal.aborted || inFlight.size >= worker.maxInFlight) return nextMs;
        if (holds.size >= HELD_FACTOR * worker.maxInFlight)
          return Math.min(nextMs, clock.nowMs() + SOONEST_LOOK_MS);
        if (dueAtMs > clock.nowMs()) {
          nextMs = Math.min(nextMs, dueAtMs);
          continue;
        }
        nextMs = Math.min(nextMs, await serveLane(partition, lane));
        lastLane.set(partition, lane);
      }
    }
    return nextMs;
  };

  while (!signal.aborted) {
    let nextMs: number;
    const startedAtMs = clock.nowMs();
    try {
      nextMs = await look();
    } catch (error) {
      log.error({ worker: worker.name, err: error }, 'work index could not be read');
      nextMs = clock.nowMs() + FAULT_RETRY_MS;
    }
    metrics.gauge('postledger_worker_in_flight', inFlight.size, { worker: worker.name });
    await courtesy.afterWork(clock.nowMs() - startedAtMs, signal);
    const positionHeld = [...holds.values()].some(({ position }) => position !== undefined);
    const untilMs = positionHeld ? Math.min(nextMs, clock.nowMs() + 20 * SOONEST_LOOK_MS) : nextMs;
    await wake.wait(Math.max(SOONEST_LOOK_MS, untilMs - clock.nowMs()), signal);
  }
  await Promise.allSettled([...inFlight.values()].map(({ done }) => done));
}
