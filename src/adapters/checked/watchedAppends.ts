import type { Clock } from '../../ports/clock.ts';
import { type EventStore, EventStoreUnavailable } from '../../ports/eventStore.ts';
import type { Metrics } from '../../ports/metrics.ts';

export interface WatchedAppendsDependencies {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly metrics: Pick<Metrics, 'timing'>;
  /** Whether the log's disk takes writes, asked more exactly after a failed append; null: its disk is not ours. */
  readonly hasRoom: ((hasFailed: boolean) => Promise<boolean>) | null;
}

/** A failed append counts so long, and each time twice as long when the next one fails right after that. */
const COUNTS_MS = 5_000;
const LONGEST_MS = 80_000;

/** The store, whose appends that were written are timed; and whether appends work, as any caller has found out. */
export function watchedAppends(store: EventStore, { clock, metrics, hasRoom }: WatchedAppendsDependencies) {
  let failedAtMs: number | null = null;
  let countsMs = COUNTS_MS;
  const isCounted = () => failedAtMs !== null && clock.monotonicMs() - failedAtMs < countsMs;
  const watched: EventStore = {
    ...store,
    async append(stream, expected, events) {
      const begunAtMs = clock.monotonicMs();
      try {
        const result = await store.append(stream, expected, events);
        metrics.timing('postledger_log_append_seconds', clock.monotonicMs() - begunAtMs);
        // On a full disk some appends still find room: there only room ends it.
        if (hasRoom === null) failedAtMs = null;
        if (failedAtMs === null) countsMs = COUNTS_MS;
        return result;
      } catch (error) {
        if (error instanceof EventStoreUnavailable) {
          if (failedAtMs !== null && !isCounted()) countsMs = Math.min(2 * countsMs, LONGEST_MS);
          failedAtMs = clock.monotonicMs();
        }
        throw error;
      }
    },
  };
  const appendsWork = async (): Promise<boolean> => {
    if (isCounted()) return false;
    if (hasRoom === null) return true;
    failedAtMs = (await hasRoom(failedAtMs !== null)) ? null : clock.monotonicMs();
    return failedAtMs === null;
  };
  return { store: watched, appendsWork };
}
