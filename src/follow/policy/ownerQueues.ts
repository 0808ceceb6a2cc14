import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { charactersOf } from '../../events/eventSize.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventBatch } from '../../ports/eventStore.ts';
import { rotation } from '../../queues/rotation.ts';
import type { Unsafe } from '../consumer.ts';

/** An event in memory that is not finished: it waits for its turn, its reaction is under way, or it waits to be tried again. */
export interface Entry {
  readonly owner: Owner;
  readonly event: RecordedEvent;
  /** A position before it; its owner has no unfinished event between the two. */
  readonly safe: Position;
  /** Characters that it takes of the memory. */
  readonly size: number;
}

interface Owner {
  readonly name: string;
  /** All of its events in memory, in the order of the log. */
  readonly unfinished: Set<Entry>;
  /** Those that are not under way, the next one first; one that failed is last. */
  waiting: Entry[];
  /** Its events that are only in the log: all after `safe` that were taken. */
  rest: Unsafe | null;
  /** After a fault nothing of it begins for a while, and then a few at a time until one succeeds. */
  pause: { readonly ms: number; readonly untilMs: number } | null;
  /** Of the events that came into memory. */
  newest: Position;
  /** Characters that its events take of the memory. */
  size: number;
}

/** Bounds of what is in memory; absent ones are the constants below. */
export interface AheadBounds {
  /** Of all events. */
  readonly maxCharacters?: number;
  /** Owners that are asked at a time whether their share is half empty. */
  readonly maxChecked?: number;
}

const MAX_CHARACTERS = 32 * 1_048_576;
const MAX_CHECKED = 64;
/** What an event takes at least, so there are 16,384 in memory at most, and 2,048 of one owner. */
const LEAST_CHARACTERS = 2_048;
const PART_OF_THE_ROOM = 1 / 8;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Reactions under way of an owner whose last one failed. */
const MAX_AFTER_FAULT = 8;
/** With so many failing owners the cause is not one of them, as when the log is not available: no other is tried. */
const MAX_FAULTY = 1_024;

export type OwnerQueues = ReturnType<typeof ownerQueues>;

/**
 * What a policy has taken and not finished, by owner. Each owner has a share of the memory: an eighth of what is free. Of its
 * events beyond that, which stay in the log, only the beginning is remembered: so reading goes on to the events of others,
 * however many one owner has waiting.
 */
export function ownerQueues(
  turnOf: (event: RecordedEvent) => string,
  clock: Pick<Clock, 'monotonicMs'>,
  bounds: AheadBounds = {},
) {
  const owners = ownersOf(bounds);
  return { ...takingOf(owners, turnOf, bounds), ...reactingOf(owners, clock), size: owners.size };
}

type Owners = ReturnType<typeof ownersOf>;

/** The owners by name, and the memory that they share. */
function ownersOf({ maxCharacters = MAX_CHARACTERS }: AheadBounds) {
  const all = new Map<string, Owner>();
  /** Owners with something that waits, with something to read again, and whose last reaction failed. */
  const [ready, toRead, faulty] = [rotation<Owner>(), rotation<Owner>(), new Set<Owner>()];
  let size = 0;
  /** Follows each change of an owner. */
  const changed = (owner: Owner, sizeChange = 0) => {
    owner.size += sizeChange;
    size += sizeChange;
    const isDone = owner.unfinished.size === 0 && owner.rest === null;
    if (isDone) all.delete(owner.name);
    ready.put(owner, owner.waiting.length > 0);
    toRead.put(owner, owner.rest !== null);
    if (owner.pause === null || isDone) faulty.delete(owner);
    else faulty.add(owner);
  };
  return {
    ...{ all, ready, toRead, faulty, changed },
    /** Characters that all events take of the memory. */
    size: () => size,
    /** Whether the owner's share has room; with `part` 1/2, whether at least half of it is free. */
    hasRoom(owner: Owner, part: number): boolean {
      const free = maxCharacters - size;
      // An owner with no event in memory gets one in before the others get more.
      return owner.size === 0 ? free > 0 : owner.size < part * PART_OF_THE_ROOM * free;
    },
    add(owner: Owner, event: RecordedEvent, safe: Position): void {
      const entry = { owner, event, safe, size: Math.max(LEAST_CHARACTERS, charactersOf(event.data)) };
      owner.unfinished.add(entry);
      owner.waiting.push(entry);
      owner.newest = event.position;
      changed(owner, entry.size);
    },
    remove(entry: Entry): void {
      entry.owner.unfinished.delete(entry);
      changed(entry.owner, -entry.size);
    },
  };
}

/** From the log into memory. */
function takingOf(
  { all, toRead, changed, hasRoom, add, remove }: Owners,
  turnOf: (event: RecordedEvent) => string,
  { maxChecked = MAX_CHECKED }: AheadBounds,
) {
  let lastTaken: Position = BEGINNING;
  const ownerOf = (name: string): Owner => {
    const owner = all.get(name) ?? {
      ...{ name, unfinished: new Set<Entry>(), waiting: [], rest: null, pause: null },
      ...{ newest: BEGINNING, size: 0 },
    };
    all.set(name, owner);
    return owner;
  };
  /** All after a position is only in the log. Of its oldest event only the metadata is remembered. */
  const leave = (owner: Owner, { safe, oldest: { metadata } }: Unsafe) => {
    owner.rest = { safe, oldest: { metadata } };
    changed(owner);
  };
  return {
    /**
     * Takes an event: a new one, or an earlier one of a partition that is held again. `before`: a position before it; what lies
     * between the two was taken earlier, or is not due here.
     */
    take(event: RecordedEvent, before: Position): void {
      const { position } = event;
      if (lastTaken < position) lastTaken = position;
      const owner = ownerOf(turnOf(event));
      const { rest, newest } = owner;
      // What comes after the beginning of the rest is read with it.
      if (rest !== null && rest.safe < position) return;
      const safe = before < newest ? newest : before;
      if (rest !== null || position <= newest) {
        // All of it is read again, in order. What is under way is forgotten too: a reaction that is made twice adds nothing.
        leave(owner, earlier({ safe: before, oldest: event }, unsafeOf(owner)));
        owner.waiting = [];
        for (const entry of owner.unfinished) remove(entry);
      } else if (hasRoom(owner, 1)) add(owner, event, safe);
      else leave(owner, { safe, oldest: event });
    },
    /** The position after which to read again, for an owner whose share is half empty; owners take turns. Null: no need. */
    readAgainAfter(): Position | null {
      for (let asked = Math.min(maxChecked, toRead.size); asked > 0; asked--) {
        const owner = toRead.next();
        if (owner?.rest && hasRoom(owner, 1 / 2)) return owner.rest.safe;
      }
      return null;
    },
    /** Takes what was read again after a position, as far as shares allow, of the partitions that are held. */
    takeAgain(after: Position, page: EventBatch, isHeld: (event: RecordedEvent) => boolean): void {
      const full = new Set<Owner>();
      for (const event of page.events) {
        const owner = all.get(turnOf(event));
        // When its rest begins before the page, the page may lack some of its events.
        if (!owner?.rest || owner.rest.safe < after || full.has(owner)) continue;
        const { safe } = owner.rest;
        if (event.position <= safe || lastTaken < event.position || !isHeld(event)) continue;
        const isTaken = hasRoom(owner, 1);
        leave(owner, { safe: isTaken ? event.position : safe, oldest: event });
        if (isTaken) add(owner, event, safe);
        else full.add(owner);
      }
      for (const owner of all.values()) {
        if (owner.rest === null || owner.rest.safe < after || full.has(owner)) continue;
        if (owner.rest.safe < page.position) owner.rest = { ...owner.rest, safe: page.position };
        if (page.position < lastTaken) continue;
        owner.rest = null;
        changed(owner);
      }
    },
    /** The oldest of all that is taken and not finished. */
    unsafe(): Unsafe | null {
      let found: Unsafe | null = null;
      for (const owner of all.values()) found = earlier(found, unsafeOf(owner));
      return found;
    },
    /** How many owners have something to read again. */
    ownersToRead: () => toRead.size,
  };
}

/** What is in memory comes before the rest. */
function unsafeOf({ unfinished: [first], rest }: Owner): Unsafe | null {
  return first === undefined ? rest : { oldest: first.event, safe: first.safe };
}

const earlier = <One extends Unsafe | null>(one: One, other: Unsafe | null): One | Unsafe =>
  other !== null && (one === null || other.safe < one.safe) ? other : one;

/** From memory into reactions, which succeed or fail. */
function reactingOf({ ready, faulty, changed, remove }: Owners, clock: Pick<Clock, 'monotonicMs'>) {
  const mayBegin = ({ waiting, unfinished, pause }: Owner) =>
    waiting.length > 0 &&
    (pause === null ||
      (clock.monotonicMs() >= pause.untilMs && unfinished.size - waiting.length < MAX_AFTER_FAULT));
  const begin = (owner: Owner | undefined): Entry | null => {
    const entry = owner?.waiting.shift() ?? null;
    if (entry !== null) changed(entry.owner);
    return entry;
  };
  return {
    /** The next event whose reaction may begin; owners take turns. Null: there is none now. */
    next(): Entry | null {
      if (faulty.size >= MAX_FAULTY) return begin([...faulty].find(mayBegin));
      for (let asked = ready.size; asked > 0; asked--) {
        const owner = ready.next();
        if (owner !== null && mayBegin(owner)) return begin(owner);
      }
      return null;
    },
    succeeded(entry: Entry): void {
      if (!entry.owner.unfinished.has(entry)) return;
      entry.owner.pause = null;
      remove(entry);
    },
    /** It comes again, after the pause that its owner makes now; null: the owner makes one already. `isFirst`: of a series. */
    failed(entry: Entry): { readonly pauseMs: number; readonly isFirst: boolean } | null {
      const { owner } = entry;
      if (!owner.unfinished.has(entry)) return null;
      owner.waiting.push(entry);
      const [last, nowMs] = [owner.pause, clock.monotonicMs()];
      // Those that were under way together fail together, and count once.
      const isNew = last === null || last.untilMs <= nowMs;
      const ms = Math.min(2 * (last?.ms ?? FIRST_PAUSE_MS / 2), LONGEST_PAUSE_MS);
      if (isNew) owner.pause = { ms, untilMs: nowMs + ms };
      changed(owner);
      return isNew ? { pauseMs: ms, isFirst: last === null } : null;
    },
  };
}
