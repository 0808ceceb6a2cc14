import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import type { EventBatch } from '../../ports/eventStore.ts';
import type { Unsafe } from './consumer.ts';
import {
  emptyShare,
  type MemoryBounds,
  type MemoryShares,
  memoryShares,
  type ReadAhead,
  type Share,
} from './memoryShares.ts';

type Partition = number | 'all';

/** Whose an event is, and what tells it from the owner's others that this process has not to do with. */
export interface Placed {
  readonly owner: string;
  readonly partition: Partition;
}

/**
 * Events that were read ahead of their reactions. Each owner has a share of the memory; what is beyond it stays in the
 * log as a range, of which two positions are remembered, so that however much one owner has waiting the reading goes on
 * to what the others have behind it.
 */
export interface EventsAhead {
  /** Keeps an event, or remembers that it is to be read again: then null. */
  take(event: RecordedEvent, placed: Placed): ReadAhead | null;
  /** Its reaction has come to its end. */
  settle(entry: ReadAhead): void;
  /** From where on to read again, for an owner whose share is half empty; owners take turns. Null: there is no need. */
  wanted(): Position | null;
  /** Keeps what was read again behind a position, as far as shares go; gives what is new in memory. */
  takeAgain(
    after: Position,
    batch: EventBatch,
    place: (event: RecordedEvent) => Placed,
  ): readonly ReadAhead[];
  unsafe(): Unsafe | null;
  /** Owners of whom something is to be read again. */
  readonly behind: number;
  /** Events in memory. */
  readonly size: number;
}

/** Bounds of the memory, and how many owners are asked at a time whether they want to be read for: 64 when absent. */
export type AheadBounds = MemoryBounds & { readonly maxAsked?: number };

const MAX_ASKED = 64;

/** What of one owner stays in the log: the events of these partitions between two positions, the first exclusive. */
interface Range {
  after: Position;
  to: Position;
  oldest: Unsafe['oldest'];
  readonly partitions: Set<Partition>;
}

interface Owner {
  readonly share: Share;
  range: Range | null;
}

export function eventsAhead({ maxAsked = MAX_ASKED, ...bounds }: AheadBounds = {}): EventsAhead {
  const shares = memoryShares(bounds);
  const owners = new Map<string, Owner>();
  /** Owners with a range, in the order of their turns. */
  const behind = new Map<string, Owner>();
  let lastRead: Position = BEGINNING;

  const leave = (name: string, { share, range }: Owner) => {
    if (range === null) behind.delete(name);
    if (range === null && share.entries.size === 0) owners.delete(name);
  };
  return {
    take(event, { owner: name, partition }) {
      // A partition that has come back is read again from its checkpoint: then nothing is known to be before.
      const isNext = lastRead < event.position;
      const before = isNext ? lastRead : BEGINNING;
      lastRead = event.position;
      const owner = owners.get(name) ?? { share: emptyShare(), range: null };
      owners.set(name, owner);
      if (!isNext || (owner.range === null && shares.hasRoom(owner.share, 1))) {
        const entry = { owner: name, event, before };
        shares.keep(owner.share, entry);
        return entry;
      }
      owner.range = extended(owner.range, event, before, partition);
      behind.set(name, owner);
      return null;
    },
    settle(entry) {
      const owner = owners.get(entry.owner);
      if (owner === undefined) return;
      shares.drop(owner.share, entry);
      leave(entry.owner, owner);
    },
    wanted() {
      let left = Math.min(maxAsked, behind.size);
      for (const [name, owner] of behind) {
        if (left-- === 0) return null;
        behind.delete(name);
        behind.set(name, owner);
        if (owner.range !== null && shares.hasRoom(owner.share, 1 / 2)) return owner.range.after;
      }
      return null;
    },
    takeAgain(after, batch, place) {
      const { taken, full } = takenOf(after, batch, place, behind, shares);
      for (const [name, owner] of behind) {
        if (owner.range === null || full.has(owner) || owner.range.after < after) continue;
        owner.range = rangeBehind(owner.range, batch.position);
        leave(name, owner);
      }
      return taken;
    },
    unsafe: () => oldestOfAll(owners.values()),
    get behind() {
      return behind.size;
    },
    get size() {
      return shares.size;
    },
  };
}

/** What of a page goes into memory, and who has more in it than that. */
function takenOf(
  after: Position,
  batch: EventBatch,
  place: (event: RecordedEvent) => Placed,
  behind: ReadonlyMap<string, Owner>,
  shares: MemoryShares,
) {
  const taken: ReadAhead[] = [];
  const full = new Set<Owner>();
  for (const event of batch.events) {
    const { owner: name, partition } = place(event);
    const owner = behind.get(name);
    const range = owner?.range ?? null;
    // Of a range that begins before the page something may be missing in it.
    if (owner === undefined || range === null || range.after < after || full.has(owner)) continue;
    if (!isIn(range, event.position, partition)) continue;
    if (!shares.hasRoom(owner.share, 1)) {
      full.add(owner);
      continue;
    }
    const entry = { owner: name, event, before: range.after };
    shares.keep(owner.share, entry);
    taken.push(entry);
    range.after = event.position;
    range.oldest = { metadata: event.metadata };
  }
  return { taken, full };
}

const isIn = ({ after, to, partitions }: Range, position: Position, partition: Partition) =>
  after < position && position <= to && partitions.has(partition);

/** What is left of a range behind a position; null when that is nothing. */
function rangeBehind(range: Range, position: Position): Range | null {
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
  // Of a partition that has come back an earlier event may be new.
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

/** The oldest of an owner that is not safe, in memory or in the log. */
function oldestOf({ share, range }: Owner): Unsafe | null {
  let found: Unsafe | null = range === null ? null : { oldest: range.oldest, safe: range.after };
  for (const { event, before } of share.entries) {
    if (found === null || before < found.safe) found = { oldest: event, safe: before };
    if (share.isOrdered) break;
  }
  return found;
}
