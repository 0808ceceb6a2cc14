import { BEGINNING, type Position, type RecordedEvent } from '../events/envelope.ts';
import { charactersOf } from '../events/eventSize.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventBatch, EventStore } from '../ports/eventStore.ts';

/** Events the tail keeps for consumers that are a little behind: between so many and twice as many. */
const RING_EVENTS = 4_096;
/** Characters of those events at most: messages may bring 64 KB of text each, and memory is bounded. */
const RING_CHARACTERS = 64 * 1_048_576;
/** Events a consumer gets at once. */
const BATCH_EVENTS = 1_000;
const RETRY_MS = 1_000;

/** The end of the log, read once for all consumers of a process. */
export interface Tail {
  /**
   * The next events behind `after`, of any of the subscribed types, waiting for them if there are none. A consumer
   * too far behind is given a page of its own `types` from the store. Null once the signal has aborted.
   */
  next(after: Position, types: readonly string[], signal: AbortSignal): Promise<EventBatch | null>;
  /** Position up to which the tail has read. */
  position(): Position;
  /** How many readers wait for events at present. */
  waiting(): number;
}

/**
 * Follows the log with one subscription over `types` until the signal aborts, and keeps the newest events
 * in a ring from which any number of consumers read at their own speed; a slow one holds up nobody.
 */
export async function followTail(
  store: EventStore,
  types: readonly string[],
  signal: AbortSignal,
  onFault: (fault: unknown) => void,
  clock: Pick<Clock, 'sleep'>,
): Promise<Tail> {
  let ring: RecordedEvent[] = [];
  /** Everything behind `floor` and up to `position` that is of our types lies in the ring. */
  let floor = await store.head();
  let position = floor;
  let characters = 0;
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  /** Resolves when the tail has read on, or the reader's own signal aborts; then nothing of it is left here. */
  const newsUntil = (stop: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        stop.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      stop.addEventListener('abort', wake, { once: true });
    });

  const dropOldest = () => {
    let dropped = 0;
    for (const event of ring) {
      if (ring.length - dropped <= RING_EVENTS && characters <= RING_CHARACTERS / 2) break;
      characters -= charactersOf(event.data);
      floor = event.position;
      dropped++;
    }
    ring = ring.slice(dropped);
  };

  const follow = async () => {
    for await (const batch of store.subscribe({ after: position, types, signal })) {
      for (const event of batch.events) {
        ring.push(event);
        characters += charactersOf(event.data);
      }
      if (ring.length > 2 * RING_EVENTS || characters > RING_CHARACTERS) dropOldest();
      position = batch.position;
      wakeAll();
    }
  };
  // A subscription ends by its signal alone; should one fail all the same, the consumers must not starve in silence.
  const keepFollowing = async () => {
    while (!signal.aborted) {
      await follow().catch(onFault);
      await clock.sleep(RETRY_MS, signal);
    }
  };
  void keepFollowing();
  signal.addEventListener('abort', wakeAll, { once: true });

  const fromRing = (after: Position): EventBatch => {
    const start = firstAfter(ring, after);
    const events = ring.slice(start, start + BATCH_EVENTS);
    const whole = start + events.length === ring.length;
    return { events, position: whole ? position : (events.at(-1)?.position ?? after), caughtUp: whole };
  };

  return {
    position: () => position,
    waiting: () => waiting.size,
    async next(after, wanted, stop) {
      while (!stop.aborted && !signal.aborted) {
        if (after >= floor) {
          if (position > after) return fromRing(after);
          await newsUntil(stop);
          continue;
        }
        const known = floor;
        const page = await store.readAll({ after, limit: BATCH_EVENTS, types: wanted });
        // Whoever reached the end after `known` was read has seen everything up to it.
        const reached = page.caughtUp && page.position < known ? known : page.position;
        if (reached > after) return { ...page, position: reached };
      }
      return null;
    },
  };
}

/** Index of the first event behind a position, in events ascending by position. */
function firstAfter(events: readonly RecordedEvent[], after: Position): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.position ?? BEGINNING) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
