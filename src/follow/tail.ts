import type { Position, RecordedEvent } from '../events/event.ts';
import { charactersOf } from '../events/eventSize.ts';
import { type Clock, untilTick } from '../ports/clock.ts';
import type { EventBatch, EventStore } from '../ports/eventStore.ts';

/** Events a reader gets at once. */
const BATCH_EVENTS = 1_000;
const RETRY_MS = 1_000;
/** Before a page is read again that ended before what is known. */
const STALE_MS = 50;
/** Who has not been woken reads at whole multiples of this: what has come until then is folded together. */
const TICK_MS = 250;

/** Events in the ring, for consumers that lag a little: between this number and twice as many. */
const RING_EVENTS = 4_096;
/** Characters of those events at most: messages may bring 64 KB of text each, and memory is bounded. */
const RING_CHARACTERS = 64 * 1_048_576;

/** The end of the log, read once for all that follow it in a process. */
export interface Tail {
  /**
   * The next events after `after`, of any of the types that are followed; null when there are none yet. A reader that lags too far
   * gets a page of its own `types` from the store, which may be empty where a node lags too.
   */
  next(after: Position, types: readonly string[]): Promise<EventBatch | null>;
  /**
   * From now on `wake` is called as soon as an event of these types has been read, and at the next tick after any other, until the
   * returned function is called.
   */
  onRead(types: ReadonlySet<string>, wake: () => void): () => void;
  /** Position up to which the tail has read. */
  position(): Position;
  /** From now on `take` is given what is read of these types, in order, before any reader is woken. */
  watch(types: readonly string[], take: (events: readonly RecordedEvent[]) => void): void;
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
  clock: Pick<Clock, 'sleep' | 'monotonicMs'>,
): Promise<Tail> {
  const ring = ringFrom(await store.head());
  const readers = new Set<{ readonly types: ReadonlySet<string>; readonly wake: () => void }>();
  let isTicking = false;
  const tick = async () => {
    if (isTicking || readers.size === 0) return;
    isTicking = true;
    await clock.sleep(untilTick(clock, TICK_MS), signal);
    isTicking = false;
    for (const { wake } of readers) wake();
  };
  const watching: Parameters<Tail['watch']>[] = [];
  const show = (events: readonly RecordedEvent[]) => {
    for (const [watched, take] of watching) {
      const own = events.filter(({ type }) => watched.includes(type));
      if (own.length > 0) take(own);
    }
  };
  const follow = async () => {
    for await (const batch of store.subscribe({ after: ring.position, ...(types && { types }), signal })) {
      // First: what fails here is shown again, with the same batch.
      show(batch.events);
      ring.take(batch);
      for (const { types, wake } of readers) if (batch.events.some(({ type }) => types.has(type))) wake();
      void tick();
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

  return {
    position: () => ring.position,
    watch: (...watch) => void watching.push(watch),
    onRead(types, wake) {
      const reader = { types, wake };
      readers.add(reader);
      return () => void readers.delete(reader);
    },
    async next(after, own) {
      // What is in memory can be read also when nothing more comes.
      if (after >= ring.floor) return after < ring.position ? ring.next(after, BATCH_EVENTS) : null;
      if (signal.aborted) return null;
      const known = ring.floor;
      const page = await store.readAll({ after, limit: BATCH_EVENTS, types: own });
      // A node that lags, such as a newly elected one, takes an earlier place for the end: it lacks the event at `known`.
      if (!page.caughtUp || page.position >= known) return page;
      if (page.position > after) return { ...page, caughtUp: false };
      await clock.sleep(STALE_MS, signal);
      return { events: [], position: after, caughtUp: false };
    },
  };
}

/** The newest events of a log, from which any number of consumers read at their own speed. */
interface Ring {
  /** Everything of its types after `floor` and up to `position` is there. */
  readonly floor: Position;
  readonly position: Position;
  /** Adds the next batch, and drops the oldest events when there are too many. */
  take(batch: EventBatch): void;
  /** At most `limit` events after `after`, which must not be before the floor. */
  next(after: Position, limit: number): EventBatch;
}

/** An empty ring at a place of the log. */
function ringFrom(start: Position): Ring {
  let events: RecordedEvent[] = [];
  let floor = start;
  let position = start;
  let characters = 0;

  const dropOldest = () => {
    let dropped = 0;
    for (const event of events) {
      if (events.length - dropped <= RING_EVENTS && characters <= RING_CHARACTERS / 2) break;
      characters -= charactersOf(event.data);
      floor = event.position;
      dropped++;
    }
    events = events.slice(dropped);
  };

  return {
    get floor() {
      return floor;
    },
    get position() {
      return position;
    },
    take(batch) {
      for (const event of batch.events) {
        events.push(event);
        characters += charactersOf(event.data);
      }
      if (events.length > 2 * RING_EVENTS || characters > RING_CHARACTERS) dropOldest();
      position = batch.position;
    },
    next(after, limit) {
      const start = events.findLastIndex(({ position }) => position <= after) + 1;
      const found = events.slice(start, start + limit);
      const whole = start + found.length === events.length;
      return {
        events: found,
        position: whole ? position : (found.at(-1)?.position ?? after),
        caughtUp: whole,
      };
    },
  };
}
