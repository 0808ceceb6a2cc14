import type { Stored } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import type { PaceWindow } from '../ports/pace.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { Backoff } from '../queues/backoff.ts';
import { counts } from '../queues/counts.ts';
import type { InFlight } from './inFlight.ts';
import type { Worker, WorkResult } from './worker.ts';

/** The items of a worker that are under way in this process. */
export interface Flights<Document extends WorkDocument> {
  /** Runs the item; `window` is that of its grant, null when none was asked for. Afterwards it is held, or waits for its next run. */
  start(item: Stored<Document>, window: PaceWindow | null): void;
  readonly count: number;
  countIn(lane: string): number;
  /** Of all lanes of the owner. */
  countOf(owner: string): number;
  /** Resolves once all have ended. */
  ended(): Promise<void>;
}

/** How an item's flight ended. */
interface FlightEnd {
  /** Without having used its grant. */
  readonly gaveBack: boolean;
  /** After how long it is to be tried again; null: the index says what comes next. */
  readonly againInMs: number | null;
}

export interface FlightsDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly inFlight: InFlight;
  readonly waiting: Backoff<null>;
  readonly signal: AbortSignal;
  readonly ownerOf: (lane: string) => string;
  readonly onEnd: (document: WorkDocument, end: FlightEnd) => void;
  /** How many items whose last run failed are remembered at most. */
  readonly maxFaulty?: number;
}

const FAULT_RETRY_MS = 1_000;
/** The longest pause of an item that fails again and again. */
const LONGEST_FAULT_RETRY_MS = 60_000;
/** Items whose faults are counted; beyond it those that failed longest ago are counted from the start again. */
const MAX_FAULTY = 10_000;

export function openFlights<Document extends WorkDocument>(
  worker: Worker<Document>,
  {
    inFlight,
    waiting,
    clock,
    log,
    metrics,
    signal,
    ownerOf,
    onEnd,
    maxFaulty = MAX_FAULTY,
  }: FlightsDependencies,
): Flights<Document> {
  const underWay = new Map<string, Promise<void>>();
  const inLane = counts();
  const ofOwner = counts();
  const faults = faultsOfItems(maxFaulty);

  const run = async ({ key, document }: Stored<Document>, window: PaceWindow | null) => {
    const { lane } = document;
    const startedAtMs = clock.monotonicMs();
    let isUsed = false;
    let result: WorkResult;
    const use = () => {
      isUsed = true;
    };
    try {
      // Asynchronous even where it throws at once: the item must not end before `start` has noted it.
      result = await (async () => worker.run(key, document, signal, { use }))();
      faults.forget(key);
    } catch (error) {
      metrics.count('postledger_worker_faults_total', { worker: worker.name });
      result = { retryAfterMs: faults.retryAfterMs(key) };
      log.error({ worker: worker.name, item: key, ...result, err: error }, 'work item failed');
    }
    const againInMs = 'position' in result ? null : result.retryAfterMs;
    if (againInMs !== null) waiting.add(key, lane, againInMs, null);
    const gaveBack = !isUsed && (await givenBack(worker, lane, window, log));
    underWay.delete(key);
    if ('position' in result) inFlight.hold(key, result.position);
    else inFlight.end(key);
    inLane.add(lane, -1);
    ofOwner.add(ownerOf(lane), -1);
    metrics.timing('postledger_worker_item_seconds', clock.monotonicMs() - startedAtMs, {
      worker: worker.name,
    });
    onEnd(document, { gaveBack, againInMs });
  };

  return {
    start(item, window) {
      const { lane } = item.document;
      inLane.add(lane, 1);
      ofOwner.add(ownerOf(lane), 1);
      inFlight.begin(item.key);
      underWay.set(item.key, run(item, window));
    },
    get count() {
      return underWay.size;
    },
    countIn: inLane.of,
    countOf: ofOwner.of,
    async ended() {
      await Promise.allSettled([...underWay.values()]);
    },
  };
}

/** Whether the grant of an item that did not use it was given back. */
async function givenBack<Document extends WorkDocument>(
  worker: Worker<Document>,
  lane: string,
  window: PaceWindow | null,
  log: Log,
): Promise<boolean> {
  if (window === null || worker.giveBack === undefined) return false;
  try {
    await worker.giveBack(lane, window, 1);
    return true;
  } catch (error) {
    const of = { worker: worker.name, lane, err: error };
    log.warn(of, 'a grant that was not used could not be given back');
    return false;
  }
}

/** Counts the successive faults of each item. */
function faultsOfItems(maxFaulty: number) {
  const counts = new Map<string, number>();
  return {
    /** Counts one more; the pause before the item is tried again. */
    retryAfterMs(key: string): number {
      const count = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      counts.set(key, count);
      const oldest = counts.size > maxFaulty ? counts.keys().next().value : undefined;
      if (oldest !== undefined) counts.delete(oldest);
      return Math.min(FAULT_RETRY_MS * 2 ** (count - 1), LONGEST_FAULT_RETRY_MS);
    },
    forget: (key: string) => counts.delete(key),
  };
}
