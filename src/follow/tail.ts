import type { Position, RecordedEvent } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventBatch, EventStore } from '../ports/eventStore.ts';
import { ringFrom } from './ring.ts';

/** Events a consumer gets at once. */
const BATCH_EVENTS = 1_000;
const RETRY_MS = 1_000;
/** Before a page is read again that ended before what is known. */
const STALE_MS = 50;

/** The end of the log, read once for all consumers of a process. */
export interface Tail {
  /**
   * The next events after `after`, of any of the subscribed types; waits while there are none. A consumer that lags too far
   * gets a page of its own `types` from the store. A waiting consumer is not woken while nothing of its `types` comes:
   * `onPassed` is called with each position up to which nothing came. Null when its signal aborts.
   */
  next(
    after: Position,
    types: readonly string[],
    signal: AbortSignal,
    onPassed?: (position: Position) => void,
  ): Promise<EventBatch | null>;
  /** Position up to which the tail has read. */
  position(): Position;
  /** How many readers wait for events at present. */
  waiting(): number;
}

/**
 * Follows the log with one subscription over `types` until the signal aborts, and holds the newest events in a ring, from
 * which any number of consumers read at their own speed: a slow one does not slow the others. `onRead` is given what is read, at once.
 */
export async function followTail(
  store: EventStore,
  types: readonly string[],
  signal: AbortSignal,
  onFault: (fault: unknown) => void,
  clock: Pick<Clock, 'sleep'>,
  onRead: (events: readonly RecordedEvent[]) => void = () => {},
): Promise<Tail> {
  const ring = ringFrom(await store.head());
  /** The consumers that wait: each is called with what comes. */
  const waiting = new Set<(batch: EventBatch | null) => void>();
  const wake = (batch: EventBatch | null) => {
    for (const take of [...waiting]) take(batch);
  };
  const follow = async () => {
    for await (const batch of store.subscribe({ after: ring.position, types, signal })) {
      ring.take(batch);
      onRead(batch.events);
      wake(batch);
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
  signal.addEventListener('abort', () => wake(null), { once: true });

  return {
    position: () => ring.position,
    waiting: () => waiting.size,
    async next(after, types, stop, onPassed) {
      let passed = after;
      const isWanted = ({ type }: RecordedEvent) => types.includes(type);
      /** Resolves when something of its types comes, or a signal aborts. */
      const wanted = () =>
        new Promise<void>((resolve) => {
          const end = () => {
            waiting.delete(take);
            stop.removeEventListener('abort', end);
            resolve();
          };
          const take = (batch: EventBatch | null) => {
            if (batch === null || batch.events.some(isWanted)) return end();
            passed = batch.position;
            onPassed?.(passed);
          };
          waiting.add(take);
          stop.addEventListener('abort', end, { once: true });
        });
      while (!stop.aborted && !signal.aborted) {
        if (passed >= ring.floor) {
          if (ring.position > passed) return ring.next(passed, BATCH_EVENTS);
          await wanted();
          continue;
        }
        const known = ring.floor;
        const page = await store.readAll({ after: passed, limit: BATCH_EVENTS, types });
        // A node that lags, such as a newly elected one, takes an earlier place for the end: it lacks the event at `known`.
        const isStale = page.caughtUp && page.position < known;
        if (page.position > passed) return isStale ? { ...page, caughtUp: false } : page;
        if (isStale) await clock.sleep(STALE_MS, stop);
      }
      return null;
    },
  };
}
