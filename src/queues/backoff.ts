import { counts } from './counts.ts';
import { delayQueue } from './delayQueue.ts';

/** Items that wait for their next attempt, by the monotonic clock: a step of the wall clock changes nothing. */
export interface Backoff<Item, Key = string> {
  has(key: Key): boolean;
  /** Of several times of an item the last one counts. False when too many wait: then the item does not. */
  add(key: Key, owner: string, ms: number, item: Item): boolean;
  /** It waits no more. */
  delete(key: Key): void;
  /** Takes out what has waited long enough, in the order of time. */
  takeDue(): readonly Item[];
  /** All that wait, with the milliseconds until each one's time. */
  waiting(): Iterable<{
    readonly key: Key;
    readonly owner: string;
    readonly inMs: number;
    readonly item: Item;
  }>;
  /** How many items of the owner wait. */
  waitingOf(owner: string): number;
  /** How often one began to wait, or ended. */
  readonly changes: number;
  /** How many wait in all. */
  readonly size: number;
  /** Milliseconds until `takeDue` may have one; infinite when none waits. */
  nextInMs(): number;
}

interface Waiting<Item, Key> {
  readonly key: Key;
  readonly owner: string;
  readonly atMs: number;
  readonly item: Item;
}

/** `maxWaiting`: the most items that wait. */
export function backoff<Item, Key = string>(
  clock: { monotonicMs(): number },
  maxWaiting = Number.POSITIVE_INFINITY,
): Backoff<Item, Key> {
  const waiting = new Map<Key, Waiting<Item, Key>>();
  const ofOwner = counts();
  const times = delayQueue<Waiting<Item, Key>>(({ item }) => waiting.get(item.key) === item);

  let changes = 0;

  const remove = (key: Key) => {
    const before = waiting.get(key);
    if (before === undefined) return;
    waiting.delete(key);
    changes++;
    ofOwner.add(before.owner, -1);
  };
  return {
    has: (key) => waiting.has(key),
    add(key, owner, ms, item) {
      remove(key);
      if (waiting.size >= maxWaiting) return false;
      const entry = { key, owner, atMs: clock.monotonicMs() + ms, item };
      waiting.set(key, entry);
      changes++;
      ofOwner.add(owner, 1);
      times.add(entry.atMs, entry);
      return true;
    },
    delete: remove,
    takeDue() {
      const due = times.takeDue(clock.monotonicMs());
      for (const { key } of due) remove(key);
      return due.map(({ item }) => item);
    },
    *waiting() {
      const nowMs = clock.monotonicMs();
      for (const { atMs, ...entry } of waiting.values()) yield { ...entry, inMs: Math.max(0, atMs - nowMs) };
    },
    waitingOf: ofOwner.of,
    get changes() {
      return changes;
    },
    get size() {
      return waiting.size;
    },
    nextInMs: () => Math.max(0, times.nextAtMs() - clock.monotonicMs()),
  };
}
