import { LRUCache } from 'lru-cache';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { Backoff } from '../queues/backoff.ts';
import { counts } from '../queues/counts.ts';
import type { InFlight } from './inFlight.ts';
import type { PutOff, WorkResult } from './worker.ts';

/** One item whose work begins. */
export interface Flight {
  readonly key: string;
  readonly of: Pick<WorkDocument, 'partition' | 'lane'>;
  /** `left`: it has no outcome, and is left to the index, whose lane is closed. */
  run(): Promise<WorkResult | 'left'>;
}

/** The items of a loop that are under way in this process. */
export interface Flights {
  /** Runs the item. Afterwards it is held until the index has its outcome, or it is in flight until its next run. */
  start(flight: Flight): void;
  readonly count: number;
  countIn(lane: string): number;
  /** Of all lanes of the owner. */
  countOf(owner: string): number;
  /** Resolves once all have ended that are under way now, in the partition or, without one, in all. */
  ended(partition?: number): Promise<void>;
}

export interface FlightsDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly name: string;
  readonly inFlight: InFlight;
  readonly waiting: Backoff<PutOff>;
  readonly ownerOf: (lane: string) => string;
  /** The item is not in flight any more, and has no outcome: its lane is to be read again. */
  readonly onLeft: (of: Flight['of']) => void;
  readonly onEnd: () => void;
  /** The longest pause of an item that fails again and again; absent: a minute. */
  readonly longestFaultRetryMs?: number | undefined;
}

const FAULTY = 'its last run ended with a fault of the service, which stands in its log';
const FAULT_RETRY_MS = 1_000;
const LONGEST_FAULT_RETRY_MS = 60_000;
/** Items whose faults are counted; beyond it those that failed longest ago are counted from the start again. */
const MAX_FAULTY = 10_000;

export function openFlights(context: FlightsDependencies): Flights {
  const { name, inFlight, waiting, log, metrics, ownerOf, onLeft, onEnd } = context;
  const underWay = new Map<string, { readonly partition: number; readonly end: Promise<void> }>();
  const inLane = counts();
  const ofOwner = counts();
  const faults = faultsOfItems(context.longestFaultRetryMs ?? LONGEST_FAULT_RETRY_MS);

  const resultOf = async ({ key, run }: Flight): Promise<WorkResult | 'left'> => {
    try {
      const result = await run();
      faults.forget(key);
      return result;
    } catch (error) {
      metrics.count('postledger_worker_faults_total', { worker: name });
      const retryAfterMs = faults.retryAfterMs(key);
      log.error({ worker: name, item: key, retryAfterMs, err: error }, 'work item failed');
      return { retryAfterMs, why: FAULTY };
    }
  };
  const settle = ({ key, of }: Flight, result: WorkResult | 'left') => {
    if (result === 'left') return inFlight.end(key);
    if ('position' in result) {
      inFlight.hold(key, result.position);
      // Without room in memory the date in the index decides.
      if (result.again) waiting.add(key, of.lane, result.again.afterMs, result.again);
      return;
    }
    const goOn = () => {
      inFlight.end(key);
      onLeft(of);
    };
    if (!waiting.add(key, of.lane, result.retryAfterMs, { why: result.why, goOn })) goOn();
  };
  const fly = async (flight: Flight) => {
    settle(flight, await resultOf(flight));
    underWay.delete(flight.key);
    inLane.add(flight.of.lane, -1);
    ofOwner.add(ownerOf(flight.of.lane), -1);
    onEnd();
  };

  return {
    start(flight) {
      inLane.add(flight.of.lane, 1);
      ofOwner.add(ownerOf(flight.of.lane), 1);
      inFlight.begin(flight.key);
      // Its outcome, good or bad, makes a pause after an earlier one void.
      waiting.delete(flight.key);
      underWay.set(flight.key, { partition: flight.of.partition, end: fly(flight) });
    },
    get count() {
      return underWay.size;
    },
    countIn: inLane.of,
    countOf: ofOwner.of,
    async ended(partition) {
      const flights = [...underWay.values()].filter(
        (one) => partition === undefined || one.partition === partition,
      );
      await Promise.allSettled(flights.map(({ end }) => end));
    },
  };
}

/** Counts the successive faults of each item. */
function faultsOfItems(longestMs: number) {
  const counts = new LRUCache<string, number>({ max: MAX_FAULTY });
  return {
    /** Counts one more; the pause before the item is tried again. */
    retryAfterMs(key: string): number {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return Math.min(FAULT_RETRY_MS * 2 ** (count - 1), longestMs);
    },
    forget: (key: string) => counts.delete(key),
  };
}
