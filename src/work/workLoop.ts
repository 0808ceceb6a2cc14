import { BEGINNING, type Position } from '../events/event.ts';
import type { BackgroundThrottle } from '../follow/backgroundThrottle.ts';
import { type Clock, untilTick } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { type Backoff, backoff } from '../queues/backoff.ts';
import { openFlights } from './flights.ts';
import { inFlight as inFlightOf } from './inFlight.ts';
import { laneQueues } from './laneQueues.ts';
import { laneSweeps } from './laneSweeps.ts';
import type { LoopWait, Waits } from './waits.ts';
import type { PutOff } from './worker.ts';
import type { WorkHints, WorkItem, WrittenLane } from './workHints.ts';
import { type WorkLanes, workLanes } from './workLanes.ts';

/** What a loop needs of the process that runs it. */
export interface RunningWork {
  /** The partitions that this process holds. */
  readonly held: () => ReadonlySet<number>;
  /** Up to where everything is in the work index, which this process folds itself: by partition. */
  readonly reached: () => ReadonlyMap<number, Position>;
  readonly hints: WorkHints;
  readonly waits: Waits;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

export interface WorkLoopDependencies extends RunningWork, Pick<Ports, 'clock' | 'log' | 'metrics'> {
  /** Where the log ends. */
  readonly head: () => Promise<Position>;
}

/** What is particular to one kind of work. */
export interface WorkLoopOptions<Document extends WorkDocument> {
  readonly name: string;
  readonly collection: Collection<Document>;
  readonly ownerOf: (lane: string) => string;
  /**
   * Starts, or brings into memory, what may be in the lanes that are worth a read; whether there may be more at once.
   * `handedOver`: items that are due and not yet in the index.
   */
  readonly serve: (handedOver: readonly WorkItem[]) => Promise<boolean>;
  readonly onEnd: () => void;
  /** When what is due at a date is to be looked at, where that is not the date. */
  readonly dueAtMs?: (lane: WrittenLane) => number;
  /** Partitions have become ours. */
  readonly onGained?: () => Promise<void>;
  readonly onLost?: (partition: number) => void;
  /** What of the lanes that are worth a read does not begin, and why; what is closed or put off is known here. */
  readonly heldBack?: () => Iterable<LoopWait>;
  /** Items at most that wait in memory for their next run; absent: any number. */
  readonly maxWaiting?: number | undefined;
  /** See `FlightsDependencies`. */
  readonly longestFaultRetryMs?: number;
}

export type WorkLoop<Document extends WorkDocument> = ReturnType<typeof openWorkLoop<Document>>;

/** A look is made this often even without a notification: it may be lost, or the wall clock be set. */
const LOOK_EVERY_MS = 1_000;
const SOONEST_LOOK_MS = 5;
const FAULT_RETRY_MS = 1_000;

/** The loop over a work index that mail, text messages, campaigns and webhooks share. A look costs what is due. */
export function openWorkLoop<Document extends WorkDocument>(
  options: WorkLoopOptions<Document>,
  context: WorkLoopDependencies,
) {
  const { name, collection, ownerOf, onEnd, dueAtMs = (lane) => lane.dueAtMs } = options;
  const { hints, clock, log, metrics, signal, throttle } = context;
  metrics.count('postledger_worker_faults_total', { worker: name }, 0);
  const inFlight = inFlightOf(() => {
    const reached = context.reached();
    return [...context.held()].map((partition) => reached.get(partition) ?? BEGINNING).sort()[0] ?? BEGINNING;
  });
  /** Items that are to be tried again, by lane. */
  const waiting = backoff<PutOff>(clock, options.maxWaiting);
  const lanes = workLanes(clock, ownerOf);
  const isHeld = (partition: number): boolean => {
    const is = context.held().has(partition);
    if (!is) sweeps.lose(partition);
    return is;
  };
  const flights = openFlights({
    ...{ name, inFlight, waiting, clock, log, metrics, ownerOf, onEnd },
    longestFaultRetryMs: options.longestFaultRetryMs,
    onLeft(of) {
      // Of a partition that was lost meanwhile its next holder tries again.
      if (isHeld(of.partition)) lanes.recall(of, 0);
      hints.notify();
    },
  });
  const onFound = (lane: WrittenLane) => lanes.note({ ...lane, dueAtMs: dueAtMs(lane) });
  const sweeps = laneSweeps({
    ...{ ...context, collection, onFound },
    reached: (partition) => context.reached().get(partition) ?? BEGINNING,
    onLost(partition) {
      lanes.forgetPartition(partition);
      options.onLost?.(partition);
    },
  });

  /** Resolves with the milliseconds until the next look. */
  const look = async (): Promise<number> => {
    const held = context.held();
    if (sweeps.follow(held)) await options.onGained?.();
    const { lanes: written, items, owners } = hints.take();
    for (const lane of written) if (held.has(lane.partition)) onFound(lane);
    lanes.openAllOf(owners);
    for (const { goOn } of waiting.takeDue()) goOn();
    inFlight.releasePassed();
    await sweeps.step();
    const hasMore = await options.serve(items.filter(({ document }) => held.has(document.partition)));
    if (hasMore) return 0;
    return Math.min(waiting.nextInMs(), sweeps.nextInMs(), lanes.nextInMs());
  };

  context.waits.add(name, () => waitsOf(lanes, waiting, clock, options.heldBack));

  return {
    ...{ inFlight, waiting, lanes, flights, isHeld, queues: laneQueues(collection, inFlight.has, clock) },
    /** What is due in the index, as the last whole sweep has found it. */
    found: sweeps.found,
    /** Looks for work until the signal aborts: when it is time, at a notification, and once a second; then resolves when all has ended. */
    async run(): Promise<void> {
      while (!signal.aborted) {
        const startedAtMs = clock.monotonicMs();
        const nextInMs = await look().catch((error) => {
          log.error({ worker: name, err: error }, 'work index could not be read');
          return FAULT_RETRY_MS;
        });
        const waitMs = Math.max(SOONEST_LOOK_MS, Math.min(nextInMs, untilTick(clock, LOOK_EVERY_MS)));
        await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
        await hints.wait(waitMs, signal);
      }
      await flights.ended();
    },
  };
}

/** What a loop says of its closed lanes, then of the items that are put off, then of what its worker holds back. */
function* waitsOf(
  lanes: Pick<WorkLanes, 'closed'>,
  waiting: Pick<Backoff<PutOff>, 'waiting'>,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
  heldBack: () => Iterable<LoopWait> = () => [],
): Generator<LoopWait, void, void> {
  const timeOriginMs = clock.nowMs() - clock.monotonicMs();
  // Whole seconds, so that the same is said as long as nothing changes.
  const dateAt = (atMs: number) => Math.ceil((timeOriginMs + atMs) / 1_000) * 1_000;
  for (const { atMs, ...lane } of lanes.closed()) yield { ...lane, untilMs: dateAt(atMs) };
  for (const { key, owner: lane, atMs, item } of waiting.waiting())
    yield { lane, key, why: item.why, untilMs: dateAt(atMs) };
  yield* heldBack();
}
