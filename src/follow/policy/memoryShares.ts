import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { charactersOf } from '../../events/eventSize.ts';

/** An event in memory that was read ahead of its reaction. */
export interface ReadAhead {
  readonly owner: string;
  readonly event: RecordedEvent;
  /** A position before it; its owner has no unfinished event between the two. */
  readonly before: Position;
}

/** The events of one owner that are in memory. */
export interface EventShare {
  readonly entries: Set<ReadAhead>;
  /** Of the data of these events. */
  characters: number;
  /** Whether they came in the order of the log: then the first is the oldest. */
  isOrdered: boolean;
  newest: Position;
}

/** The memory for events that were read ahead. Each owner may have a part of the free room. */
export interface MemoryShares {
  /** Whether the share has room; with `part` 1/2, whether at least half of it is free. */
  hasRoom(share: EventShare, part: number): boolean;
  add(share: EventShare, entry: ReadAhead): void;
  remove(share: EventShare, entry: ReadAhead): void;
  /** Events in memory. */
  readonly size: number;
}

/** What may be in memory at most; absent bounds are the constants below. */
export interface MemoryOptions {
  /** Events in memory. */
  readonly maxEvents?: number;
  /** Characters of the data of all events in memory. */
  readonly maxCharacters?: number;
  /** Events of one owner. */
  readonly maxEach?: number;
}

/** Events in memory, and characters of their data, at most. */
const MAX_EVENTS = 16_384;
const MAX_CHARACTERS = 32 * 1_048_576;
const PART_OF_THE_ROOM = 1 / 8;
const MAX_EACH = 2_048;

export const emptyShare = (): EventShare => ({
  entries: new Set(),
  characters: 0,
  isOrdered: true,
  newest: BEGINNING,
});

export function memoryShares({
  maxEvents = MAX_EVENTS,
  maxCharacters = MAX_CHARACTERS,
  maxEach = MAX_EACH,
}: MemoryOptions = {}): MemoryShares {
  let size = 0;
  let characters = 0;
  return {
    hasRoom(share, part) {
      const [events, texts] = [maxEvents - size, maxCharacters - characters];
      // An owner with no event in memory gets one in before the others get more.
      if (share.entries.size === 0) return events > 0 && texts > 0;
      const own = part * PART_OF_THE_ROOM;
      return share.entries.size < Math.min(part * maxEach, own * events) && share.characters < own * texts;
    },
    add(share, entry) {
      if (share.entries.size === 0) share.isOrdered = true;
      else if (entry.before < share.newest) share.isOrdered = false;
      const more = charactersOf(entry.event.data);
      share.newest = entry.before;
      share.entries.add(entry);
      share.characters += more;
      size += 1;
      characters += more;
    },
    remove(share, entry) {
      if (!share.entries.delete(entry)) return;
      const less = charactersOf(entry.event.data);
      share.characters -= less;
      size -= 1;
      characters -= less;
    },
    get size() {
      return size;
    },
  };
}
