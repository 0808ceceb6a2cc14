/** An item and one of its times. */
export interface Timed<Item> {
  readonly atMs: number;
  readonly item: Item;
}

/** Items with a due time, the earliest first: a binary heap. */
export interface DelayQueue<Item> {
  add(atMs: number, item: Item): Timed<Item>;
  /** When the first is due; infinite when there is none. */
  nextAtMs(): number;
  /** Removes and returns those that are due at `nowMs`, in their order. */
  takeDue(nowMs: number): Item[];
  /** How many times are kept: at most twice as many as are current, and a few. */
  readonly size: number;
}

/** So many times are kept whether they are current or not. */
const FEWEST_KEPT = 64;

/**
 * `isCurrent`: whether a time that was added still counts; once it does not, it never does again, and is not returned. Such
 * times are removed now and then, or they would be kept until they are due.
 */
export function delayQueue<Item>(isCurrent: (timed: Timed<Item>) => boolean = () => true): DelayQueue<Item> {
  let heap: Timed<Item>[] = [];
  let most = FEWEST_KEPT;
  const at = (index: number) => heap[index]?.atMs ?? Number.POSITIVE_INFINITY;
  const swap = (one: number, other: number) => {
    const [a, b] = [heap[one], heap[other]];
    if (a === undefined || b === undefined) return;
    heap[one] = b;
    heap[other] = a;
  };
  const rise = (index: number) => {
    for (let child = index; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (at(parent) <= at(child)) return;
      swap(parent, child);
      child = parent;
    }
  };
  const sink = (index: number) => {
    for (let parent = index; ; ) {
      const left = 2 * parent + 1;
      const child = at(left + 1) < at(left) ? left + 1 : left;
      if (at(parent) <= at(child)) return;
      swap(parent, child);
      parent = child;
    }
  };
  const removeFirst = () => {
    swap(0, heap.length - 1);
    heap.pop();
    sink(0);
  };
  const firstCurrent = () => {
    for (let [first] = heap; first !== undefined; [first] = heap) {
      if (isCurrent(first)) return first;
      removeFirst();
    }
    return null;
  };
  return {
    add(atMs, item) {
      const timed = { atMs, item };
      heap.push(timed);
      rise(heap.length - 1);
      if (heap.length > most) {
        heap = heap.filter((one) => one === timed || isCurrent(one));
        for (let parent = heap.length >> 1; parent >= 0; parent--) sink(parent);
        most = Math.max(FEWEST_KEPT, 2 * heap.length);
      }
      return timed;
    },
    nextAtMs: () => firstCurrent()?.atMs ?? Number.POSITIVE_INFINITY,
    takeDue(nowMs) {
      const items: Item[] = [];
      for (let first = firstCurrent(); first !== null && first.atMs <= nowMs; first = firstCurrent()) {
        removeFirst();
        items.push(first.item);
      }
      return items;
    },
    get size() {
      return heap.length;
    },
  };
}
