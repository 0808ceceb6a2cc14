import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import type { EventBatch } from '../../ports/eventStore.ts';
import type { Unsafe } from '../consumer.ts';
import {
  type EventShare,
  type MemoryBounds,
  type MemoryShares,
  memoryShares,
  type ReadAhead,
} from './memoryShares.ts';

type Partition = number | 'all';

/** The owner of an event, and its partition: the owner may have events in partitions that this process does not hold. */
export interface Placed {
  readonly owner: string;
  readonly partition: Partition;
}

/**
 * Events that were read ahead of their reactions. Each owner has a share of the memory: an eighth of what is free. Events beyond it
 * stay in the log as a range, of which only the two positions are stored: so reading goes on to the events of other owners, however
 * many events one owner has waiting.
 */
export interface EventsAhead {
  /** Adds an event to the memory; or null: it is in a range that is read again later. */
  take(event: RecordedEvent, placed: Placed): ReadAhead | null;
  /** Its reaction has ended. */
  settle(entry: ReadAhead): void;
  /** The position after which to read again, for an owner whose share is half empty; owners take turns. Null: no need. */
  readAgainAfter(): Position | null;
  /** Adds what was read again after a position, as far as shares allow; returns what is new in memory. */
  takeAgain(
    after: Position,
    batch: EventBatch,
    place: (event: RecordedEvent) => Placed,
  ): readonly ReadAhead[];
  unsafe(): Unsafe | null;
  /** How many owners have events that must be read again. */
  readonly ownersToRead: number;
  /** Events in memory. */
  readonly size: number;
}

/** Bounds of the memory, and how many owners are asked at a time whether their share is half empty: 64 when absent. */
export type AheadBounds = MemoryBounds & { readonly maxChecked?: number };

const MAX_CHECKED = 64;

/** The events of one owner that stay in the log: those of these partitions between two positions, the first exclusive. */
interface Range {
  after: Position;
  to: Position;
  oldest: Unsafe['oldest'];
  readonly partitions: Set<Partition>;
}

interface Owner extends EventShare {
  range: Range | null;
}

export function eventsAhead(bounds: AheadBounds = {}): EventsAhead {
  const { maxChecked = MAX_CHECKED } = bounds;
  const shares = memoryShares(bounds);
  const owners = new Map<string, Owner>();
  /** Owners with a range, in the order of their turns. */
  const toRead = new Map<string, Owner>();
  let lastRead: Position = BEGINNING;

  const ownerOf = (name: string): Owner => {
    const fresh = {
      name,
      entries: new Set<ReadAhead>(),
      characters: 0,
      isOrdered: true,
      newest: BEGINNING,
      range: null,
    };
    const owner = owners.get(name) ?? fresh;
    owners.set(name, owner);
    return owner;
  };
  const removeIfEmpty = ({ name, entries, range }: Owner) => {
    if (range === null) toRead.delete(name);
    if (range === null && entries.size === 0) owners.delete(name);
  };
  return {
    take(event, { owner: name, partition }) {
      // A partition that is held again is read again from its checkpoint: then nothing is known about earlier events.
      const isNext = lastRead < event.position;
      const before = isNext ? lastRead : BEGINNING;
      lastRead = event.position;
      const owner = ownerOf(name);
      if (!isNext || (owner.range === null && shares.hasRoom(owner, 1)))
        return shares.add(owner, event, before);
      owner.range = extended(owner.range, event, before, partition);
      toRead.set(name, owner);
      return null;
    },
    settle(entry) {
      const owner = owners.get(entry.owner);
      if (owner === undefined) return;
      shares.remove(owner, entry);
      removeIfEmpty(owner);
    },
    readAgainAfter() {
      let left = Math.min(maxChecked, toRead.size);
      for (const [name, owner] of toRead) {
        if (left-- === 0) return null;
        toRead.delete(name);
        toRead.set(name, owner);
        if (owner.range !== null && shares.hasRoom(owner, 1 / 2)) return owner.range.after;
      }
      return null;
    },
    takeAgain(after, { events, position }, place) {
      const { taken, full } = takenOf(after, events, place, toRead, shares);
      for (const owner of toRead.values()) {
        if (owner.range === null || full.has(owner) || owner.range.after < after) continue;
        owner.range = rangeAfter(owner.range, position);
        removeIfEmpty(owner);
      }
      return taken;
    },
    unsafe: () => oldestOfAll(owners.values()),
    get ownersToRead() {
      return toRead.size;
    },
    get size() {
      return shares.size();
    },
  };
}

/** The events of a page that go into memory, and the owners with more events in it. */
function takenOf(
  after: Position,
  events: readonly RecordedEvent[],
  place: (event: RecordedEvent) => Placed,
  toRead: ReadonlyMap<string, Owner>,
  shares: MemoryShares,
) {
  const taken: ReadAhead[] = [];
  const full = new Set<Owner>();
  for (const event of events) {
    const { owner: name, partition } = place(event);
    const owner = toRead.get(name);
    const range = owner?.range ?? null;
    // When a range begins before the page, the page may lack some of its events.
    if (owner === undefined || range === null || range.after < after || full.has(owner)) continue;
    if (!isIn(range, event.position, partition)) continue;
    if (!shares.hasRoom(owner, 1)) {
      full.add(owner);
      continue;
    }
    taken.push(shares.add(owner, event, range.after));
    range.after = event.position;
    range.oldest = { metadata: event.metadata };
  }
  return { taken, full };
}

const isIn = ({ after, to, partitions }: Range, position: Position, partition: Partition) =>
  after < position && position <= to && partitions.has(partition);

/** What is left of a range after a position; null when nothing is. */
function rangeAfter(range: Range, position: Position): Range | null {
  if (range.after < position) range.after = position;
  return range.after < range.to ? range : null;
}

function extended(
  range: Range | null,
  { position, metadata }: RecordedEvent,
  before: Position,
  partition: Partition,
): Range {
  if (range === null)
    return { after: before, to: position, oldest: { metadata }, partitions: new Set([partition]) };
  // In a partition that is held again, an earlier event may be new.
  if (position <= range.to && !isIn(range, position, partition) && before < range.after) range.after = before;
  if (range.to < position) range.to = position;
  range.partitions.add(partition);
  return range;
}

function oldestOfAll(owners: Iterable<Owner>): Unsafe | null {
  let found: Unsafe | null = null;
  for (const owner of owners) {
    const own = oldestOf(owner);
    if (own !== null && (found === null || own.safe < found.safe)) found = own;
  }
  return found;
}

/** The oldest unfinished event of an owner, in memory or in the log. */
function oldestOf({ entries, isOrdered, range }: Owner): Unsafe | null {
  let found: Unsafe | null = range === null ? null : { oldest: range.oldest, safe: range.after };
  for (const { event, before } of entries) {
    if (found === null || before < found.safe) found = { oldest: event, safe: before };
    if (isOrdered) break;
  }
  return found;
}
