import type { Stored } from '../ports/documents.ts';
import type { PaceWindow } from '../ports/pace.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { Holds } from './holds.ts';
import type { Worker } from './worker.ts';

/** The items of a worker that are under way in this process. */
export interface Flights<Document extends WorkDocument> {
  /** Runs the item; `window` is that of its grant, null when none was asked for. Afterwards it is held. */
  start(item: Stored<Document>, window: PaceWindow | null): void;
  has(key: string): boolean;
  readonly count: number;
  countIn(lane: string): number;
  /** Resolves once all have ended. */
  ended(): Promise<void>;
}

export interface FlightsContext extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly holds: Holds;
  readonly signal: AbortSignal;
  /** Called when an item has ended; `gaveBack`: without having used its grant. */
  readonly onEnd: (lane: string, gaveBack: boolean) => void;
}

const FAULT_RETRY_MS = 1_000;
/** An item that fails again and again is tried ever more seldom, down to this. */
const LONGEST_FAULT_RETRY_MS = 60_000;
/** Items whose faults are counted; of more, those that failed longest ago begin again. */
const MAX_FAULTY = 10_000;

export function openFlights<Document extends WorkDocument>(
  worker: Worker<Document>,
  { holds, clock, log, metrics, signal, onEnd }: FlightsContext,
): Flights<Document> {
  const underWay = new Map<string, Promise<void>>();
  const inLane = new Map<string, number>();
  const faults = faultsOfItems();

  const giveBack = async (lane: string, window: PaceWindow | null): Promise<boolean> => {
    if (window === null || worker.giveBack === undefined) return false;
    try {
      await worker.giveBack(lane, window, 1);
      return true;
    } catch (error) {
      log.warn(
        { worker: worker.name, lane, err: error },
        'a grant that was not used could not be given back',
      );
      return false;
    }
  };

  const run = async ({ key, document }: Stored<Document>, window: PaceWindow | null) => {
    const { lane } = document;
    const startedAtMs = clock.monotonicMs();
    let isUsed = false;
    const use = () => {
      isUsed = true;
    };
    try {
      const result = await worker.run(key, document, signal, { use });
      faults.forget(key);
      if ('position' in result) holds.untilPassed(key, result.position);
      else holds.forMs(key, lane, result.retryAfterMs);
    } catch (error) {
      metrics.count('postledger_worker_faults_total', { worker: worker.name });
      const retryAfterMs = faults.retryAfterMs(key);
      log.error({ worker: worker.name, item: key, retryAfterMs, err: error }, 'work item failed');
      holds.forMs(key, lane, retryAfterMs);
    }
    const gaveBack = !isUsed && (await giveBack(lane, window));
    underWay.delete(key);
    const left = (inLane.get(lane) ?? 1) - 1;
    if (left === 0) inLane.delete(lane);
    else inLane.set(lane, left);
    metrics.timing('postledger_worker_item_ms', clock.monotonicMs() - startedAtMs, { worker: worker.name });
    onEnd(lane, gaveBack);
  };

  return {
    start(item, window) {
      const { lane } = item.document;
      inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
      underWay.set(item.key, run(item, window));
    },
    has: (key) => underWay.has(key),
    get count() {
      return underWay.size;
    },
    countIn: (lane) => inLane.get(lane) ?? 0,
    async ended() {
      await Promise.allSettled([...underWay.values()]);
    },
  };
}

/** Counts the faults of each item, one after another. */
function faultsOfItems() {
  const counts = new Map<string, number>();
  return {
    /** Counts one more; the pause before the item is tried again. */
    retryAfterMs(key: string): number {
      const count = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      counts.set(key, count);
      const oldest = counts.size > MAX_FAULTY ? counts.keys().next().value : undefined;
      if (oldest !== undefined) counts.delete(oldest);
      return Math.min(FAULT_RETRY_MS * 2 ** (count - 1), LONGEST_FAULT_RETRY_MS);
    },
    forget: (key: string) => counts.delete(key),
  };
}
