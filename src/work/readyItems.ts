import { type TurnQueue, turnQueue } from '../queues/turnQueue.ts';
import { type EndSlot, type Slots, SPEED_CLASSES, type SpeedClass } from './slots.ts';
import { type UsageTurns, usageTurns } from './usageTurns.ts';

/** An item that is due, and waits in memory for a slot. */
export interface ReadyItem {
  readonly key: string;
  /** Who has slots: an endpoint. */
  readonly owner: string;
  /** Whose owners have their turns together: a workspace. */
  readonly group: string;
  readonly partition: number;
  readonly lane: string;
  /** What it keeps in memory. 0: the index has it all, and it came from there. */
  readonly bytes: number;
}

/** Due items in memory, from which groups, their owners and the lanes of these are served in turns. */
export interface ReadyItems<Item extends ReadyItem> {
  /** False when there is no room for it: it stays in the index. */
  add(item: Item): boolean;
  /** The next one with its slot; null when no owner that waits may have one. */
  next(): { readonly item: Item; readonly endSlot: EndSlot } | null;
  /** The owner may have a slot again, or another speed class. */
  reconsider(owner: string): void;
  /** Takes out what waits for an owner. */
  remove(owner: string): readonly Item[];
  /** Owners for which something waits. */
  owners(): readonly string[];
  /** Their lanes in which it does. */
  lanesOf(owner: string): Iterable<string>;
  waitingIn(owner: string, lane: string): number;
}

/** What waits in memory at most. */
export interface ReadyBounds {
  /** Items; owners with few of them may have twice as many in all. */
  readonly maxWaiting?: number;
  /** Roughly the bytes that they keep. */
  readonly maxBytes?: number;
}

const MAX_WAITING = 16_384;
const MAX_BYTES = 32 * 1_048_576;
/** A lane may use half of the room that is left, so that a flood leaves some to all others. */
const SHARE_OF_THE_ROOM = 1 / 2;
/** A lane with so few waiting, of all room, gets in beyond it, up to twice: however many others wait, it is not left out. */
const FEW = 1 / 2_048;

interface Waiting<Item> {
  readonly group: string;
  /** By lane. */
  readonly items: TurnQueue<Item>;
  /** The turns that it waits in; null while it has all the slots that it may have. */
  inTurnOf: SpeedClass | null;
}

export function readyItems<Item extends ReadyItem>(slots: Slots, bounds: ReadyBounds = {}): ReadyItems<Item> {
  const { maxWaiting = MAX_WAITING, maxBytes = MAX_BYTES } = bounds;
  const owners = new Map<string, Waiting<Item>>();
  const { enter, leave, next } = turnsByClass(slots, owners);
  let size = 0;
  let bytes = 0;

  const forget = (owner: string, waiting: Waiting<Item>) => {
    leave(owner, waiting);
    owners.delete(owner);
  };
  return {
    add(item) {
      const { owner, group, lane } = item;
      const before = owners.get(owner);
      const own = before?.items.sizeOf(lane) ?? 0;
      const isOneOfFew = own < maxWaiting * FEW;
      const room = (isOneOfFew ? 2 : 1) * maxWaiting - size;
      if (room <= 0 || bytes + item.bytes > maxBytes) return false;
      if (!isOneOfFew && own >= room * SHARE_OF_THE_ROOM) return false;
      const waiting = before ?? { group, items: turnQueue<Item>(), inTurnOf: null };
      waiting.items.add(lane, item);
      size++;
      bytes += item.bytes;
      if (before !== undefined) return true;
      owners.set(owner, waiting);
      enter(owner, waiting);
      return true;
    },
    next() {
      const owner = next();
      const waiting = owner === null ? undefined : owners.get(owner);
      if (owner === null || waiting === undefined) return null;
      const served = waiting.items.next((lane) => slots.admit(owner, lane) === null);
      if (served === null) return null;
      const { item } = served;
      size--;
      bytes -= item.bytes;
      if (waiting.items.size === 0) forget(owner, waiting);
      return { item, endSlot: slots.take(owner, waiting.group, item.lane) };
    },
    reconsider(owner) {
      const waiting = owners.get(owner);
      if (waiting !== undefined) enter(owner, waiting);
    },
    remove(owner) {
      const waiting = owners.get(owner);
      if (waiting === undefined) return [];
      forget(owner, waiting);
      const gone = waiting.items.takeAll();
      size -= gone.length;
      for (const item of gone) bytes -= item.bytes;
      return gone;
    },
    owners: () => [...owners.keys()],
    lanesOf: (owner) => owners.get(owner)?.items.owners() ?? [],
    waitingIn: (owner, lane) => owners.get(owner)?.items.sizeOf(lane) ?? 0,
  };
}

/** The turns of the owners that wait, separate for each speed class, by what they and their groups have used. */
function turnsByClass(slots: Slots, owners: ReadonlyMap<string, Waiting<unknown>>) {
  const own = () => usageTurns(slots.usage.groups, slots.usage.owners);
  const turns: Record<SpeedClass, UsageTurns> = { fast: own(), slow: own(), silent: own(), unknown: own() };
  let turn = 0;
  const leave = (owner: string, waiting: Waiting<unknown>) => {
    if (waiting.inTurnOf !== null) turns[waiting.inTurnOf].delete(waiting.group, owner);
    waiting.inTurnOf = null;
  };
  const mayBegin = (owner: string) => {
    const waiting = owners.get(owner);
    for (const lane of waiting?.items.owners() ?? []) {
      const refusal = slots.admit(owner, lane);
      if (refusal === null) return true;
      // When one of its own slots is free it is considered again.
      if (refusal.isOwn && waiting !== undefined) leave(owner, waiting);
    }
    return false;
  };
  return {
    leave,
    enter(owner: string, waiting: Waiting<unknown>) {
      const speedClass = slots.speedClass(owner);
      if (waiting.inTurnOf === speedClass) return;
      leave(owner, waiting);
      waiting.inTurnOf = speedClass;
      turns[speedClass].add(waiting.group, owner);
    },
    /** The owner that may begin something. The classes take turns too: the slots leave room to each, so none needs to go first. */
    next(): string | null {
      for (let step = 0; step < SPEED_CLASSES.length; step++) {
        const speedClass = SPEED_CLASSES[turn++ % SPEED_CLASSES.length] ?? 'fast';
        const owner = slots.hasRoom(speedClass) ? turns[speedClass].next(mayBegin) : null;
        if (owner !== null) return owner;
      }
      return null;
    },
  };
}
