import { delayQueue } from './delayQueue.ts';

/** Items that wait for their next attempt, by the monotonic clock: a step of the wall clock changes nothing. */
export interface Backoff<Item> {
  has(key: string): boolean;
  /** Of several times of an item the last one counts. False when too many wait: then the item does not. */
  add(key: string, owner: string, ms: number, item: Item): boolean;
  /** It waits no more. */
  delete(key: string): void;
  /** Takes out what has waited long enough, in the order of time. */
  takeDue(): readonly Item[];
  /** How many items of the owner wait. */
  waitingOf(owner: string): number;
  /** Milliseconds until `takeDue` may have one; infinite when none waits. */
  nextInMs(): number;
}

interface Waiting<Item> {
  readonly key: string;
  readonly owner: string;
  readonly item: Item;
}

/** `maxWaiting`: the most items that wait. */
export function backoff<Item>(
  clock: { monotonicMs(): number },
  maxWaiting = Number.POSITIVE_INFINITY,
): Backoff<Item> {
  const waiting = new Map<string, Waiting<Item>>();
  const ofOwner = new Map<string, number>();
  const times = delayQueue<Waiting<Item>>();

  const count = (owner: string, change: 1 | -1) => {
    const counted = (ofOwner.get(owner) ?? 0) + change;
    if (counted > 0) ofOwner.set(owner, counted);
    else ofOwner.delete(owner);
  };
  const remove = (key: string) => {
    const before = waiting.get(key);
    if (before === undefined) return;
    waiting.delete(key);
    count(before.owner, -1);
  };
  return {
    has: (key) => waiting.has(key),
    add(key, owner, ms, item) {
      remove(key);
      if (waiting.size >= maxWaiting) return false;
      const entry = { key, owner, item };
      waiting.set(key, entry);
      count(owner, 1);
      times.add(clock.monotonicMs() + ms, entry);
      return true;
    },
    delete: remove,
    takeDue() {
      // An item that was given another time, or was removed, still has its old entry here.
      const due = times.takeDue(clock.monotonicMs()).filter((entry) => waiting.get(entry.key) === entry);
      for (const { key } of due) remove(key);
      return due.map(({ item }) => item);
    },
    waitingOf: (owner) => ofOwner.get(owner) ?? 0,
    nextInMs: () => Math.max(0, times.nextAtMs() - clock.monotonicMs()),
  };
}
