import { counts } from './counts.ts';
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
  /** All that wait, and until when by the monotonic clock. */
  waiting(): Iterable<Waiting<Item>>;
  /** How many items of the owner wait. */
  waitingOf(owner: string): number;
  /** Milliseconds until `takeDue` may have one; infinite when none waits. */
  nextInMs(): number;
}

interface Waiting<Item> {
  readonly key: string;
  readonly owner: string;
  readonly atMs: number;
  readonly item: Item;
}

/** `maxWaiting`: the most items that wait. */
export function backoff<Item>(
  clock: { monotonicMs(): number },
  maxWaiting = Number.POSITIVE_INFINITY,
): Backoff<Item> {
  const waiting = new Map<string, Waiting<Item>>();
  const ofOwner = counts();
  const times = delayQueue<Waiting<Item>>(({ item }) => waiting.get(item.key) === item);

  const remove = (key: string) => {
    const before = waiting.get(key);
    if (before === undefined) return;
    waiting.delete(key);
    ofOwner.add(before.owner, -1);
  };
  return {
    has: (key) => waiting.has(key),
    add(key, owner, ms, item) {
      remove(key);
      if (waiting.size >= maxWaiting) return false;
      const entry = { key, owner, atMs: clock.monotonicMs() + ms, item };
      waiting.set(key, entry);
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
    waiting: () => waiting.values(),
    waitingOf: ofOwner.of,
    nextInMs: () => Math.max(0, times.nextAtMs() - clock.monotonicMs()),
  };
}
