import type { Position, RecordedEvent } from '../../events/event.ts';
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
  readonly name: string;
  readonly entries: Set<ReadAhead>;
  /** Of the data of these events. */
  characters: number;
  /** Whether they came in the order of the log: then the first is the oldest. */
  isOrdered: boolean;
  newest: Position;
}

/** What may be in memory at most; absent bounds are the constants below. */
export interface MemoryBounds {
  readonly maxEvents?: number;
  /** Characters of the data of all events in memory. */
  readonly maxCharacters?: number;
  /** Events of one owner. */
  readonly maxEach?: number;
}

const MAX_EVENTS = 16_384;
const MAX_CHARACTERS = 32 * 1_048_576;
const MAX_EACH = 2_048;
const PART_OF_THE_ROOM = 1 / 8;

export type MemoryShares = ReturnType<typeof memoryShares>;

/** The memory for events that were read ahead. Each owner may have a part of the free room. */
export function memoryShares(bounds: MemoryBounds) {
  const { maxEvents = MAX_EVENTS, maxCharacters = MAX_CHARACTERS, maxEach = MAX_EACH } = bounds;
  let size = 0;
  let characters = 0;
  const count = (owner: EventShare, event: RecordedEvent, sign: 1 | -1) => {
    const change = sign * charactersOf(event.data);
    owner.characters += change;
    characters += change;
    size += sign;
  };
  return {
    size: () => size,
    /** Whether the owner's share has room; with `part` 1/2, whether at least half of it is free. */
    hasRoom(owner: EventShare, part: number): boolean {
      const [events, texts] = [maxEvents - size, maxCharacters - characters];
      // An owner with no event in memory gets one in before the others get more.
      if (owner.entries.size === 0) return events > 0 && texts > 0;
      const own = part * PART_OF_THE_ROOM;
      return owner.entries.size < Math.min(part * maxEach, own * events) && owner.characters < own * texts;
    },
    add(owner: EventShare, event: RecordedEvent, before: Position): ReadAhead {
      const entry = { owner: owner.name, event, before };
      owner.isOrdered = owner.entries.size === 0 || (owner.isOrdered && owner.newest <= before);
      owner.newest = before;
      owner.entries.add(entry);
      count(owner, event, 1);
      return entry;
    },
    remove(owner: EventShare, entry: ReadAhead): void {
      if (owner.entries.delete(entry)) count(owner, entry.event, -1);
    },
  };
}
