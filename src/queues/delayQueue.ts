/** Items with a due time, the earliest first: a binary heap. */
export interface DelayQueue<Item> {
  add(atMs: number, item: Item): void;
  /** When the first is due; infinite when there is none. */
  nextAtMs(): number;
  /** Removes and returns those that are due at `nowMs`, in their order. */
  takeDue(nowMs: number): Item[];
}

export function delayQueue<Item>(): DelayQueue<Item> {
  const heap: { readonly atMs: number; readonly item: Item }[] = [];
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
  const sink = () => {
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1;
      const child = at(left + 1) < at(left) ? left + 1 : left;
      if (at(parent) <= at(child)) return;
      swap(parent, child);
      parent = child;
    }
  };
  return {
    add(atMs, item) {
      heap.push({ atMs, item });
      rise(heap.length - 1);
    },
    nextAtMs: () => at(0),
    takeDue(nowMs) {
      const items: Item[] = [];
      for (let [first] = heap; first !== undefined && first.atMs <= nowMs; [first] = heap) {
        swap(0, heap.length - 1);
        heap.pop();
        sink();
        items.push(first.item);
      }
      return items;
    },
  };
}
