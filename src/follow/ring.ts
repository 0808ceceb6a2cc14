import type { Position, RecordedEvent } from '../events/event.ts';
import { charactersOf } from '../events/eventSize.ts';
import type { EventBatch } from '../ports/eventStore.ts';

/** Events in the ring, for consumers that lag a little: between this number and twice as many. */
const RING_EVENTS = 4_096;
/** Characters of those events at most: messages may bring 64 KB of text each, and memory is bounded. */
const RING_CHARACTERS = 64 * 1_048_576;

/** The newest events of a log, from which any number of consumers read at their own speed. */
export interface Ring {
  /** Everything of its types after `floor` and up to `position` is there. */
  readonly floor: Position;
  readonly position: Position;
  /** Adds the next batch, and drops the oldest events when there are too many. */
  take(batch: EventBatch): void;
  /** At most `limit` events after `after`, which must not be before the floor. */
  next(after: Position, limit: number): EventBatch;
}

/** An empty ring at a place of the log. */
export function ringFrom(start: Position): Ring {
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
