import type { Position, RecordedEvent } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventBatch, EventStore } from '../ports/eventStore.ts';
import { waiters } from '../queues/waiters.ts';
import { ringFrom } from './ring.ts';

/** Events a reader gets at once. */
const BATCH_EVENTS = 1_000;
const RETRY_MS = 1_000;
/** Before a page is read again that ended before what is known. */
const STALE_MS = 50;

/** The end of the log, read once for all that follow it in a process. */
export interface Tail {
  /**
   * The next events after `after`, of any of the types that are followed; waits while there are none. A reader that lags too far
   * gets a page of its own `types` from the store. Null when its signal aborts.
   */
  next(after: Position, types: readonly string[], signal: AbortSignal): Promise<EventBatch | null>;
  /** Position up to which the tail has read. */
  position(): Position;
  /** From now on `take` is given what is read, before any reader is woken. */
  watch(take: (events: readonly RecordedEvent[]) => void): void;
}

/**
 * Follows the log with one subscription over `types` (absent: all) until the signal aborts, and holds the newest events in a
 * ring, from which any number of readers read at their own speed: a slow one does not slow the others.
 */
export async function followTail(
  store: EventStore,
  types: readonly string[] | undefined,
  signal: AbortSignal,
  onFault: (fault: unknown) => void,
  clock: Pick<Clock, 'sleep'>,
): Promise<Tail> {
  const ring = ringFrom(await store.head());
  const readers = waiters();
  const watching: ((events: readonly RecordedEvent[]) => void)[] = [];
  const follow = async () => {
    for await (const batch of store.subscribe({ after: ring.position, ...(types && { types }), signal })) {
      ring.take(batch);
      for (const take of watching) take(batch.events);
      readers.wakeAll();
    }
  };
  // A subscription should end only by its signal. If one fails, the fault is reported and following goes on.
  const keepFollowing = async () => {
    while (!signal.aborted) {
      await follow().catch(onFault);
      await clock.sleep(RETRY_MS, signal);
    }
  };
  void keepFollowing();
  signal.addEventListener('abort', readers.wakeAll, { once: true });

  return {
    position: () => ring.position,
    watch: (take) => void watching.push(take),
    async next(after, own, stop) {
      while (!stop.aborted && !signal.aborted) {
        if (after >= ring.floor) {
          if (ring.position > after) return ring.next(after, BATCH_EVENTS);
          await readers.wait(stop);
          continue;
        }
        const known = ring.floor;
        const page = await store.readAll({ after, limit: BATCH_EVENTS, types: own });
        // A node that lags, such as a newly elected one, takes an earlier place for the end: it lacks the event at `known`.
        const isStale = page.caughtUp && page.position < known;
        if (page.position > after) return isStale ? { ...page, caughtUp: false } : page;
        if (isStale) await clock.sleep(STALE_MS, stop);
      }
      return null;
    },
  };
}
