/** Things by the time at which they are wanted, the soonest first: a binary heap. */
export interface Soonest<Thing> {
  add(atMs: number, thing: Thing): void;
  /** When the soonest is wanted; null when there is none. */
  atMs(): number | null;
  /** Removes and returns the soonest when it is wanted by `nowMs`. */
  takeBy(nowMs: number): Thing | null;
}

export function soonestFirst<Thing>(): Soonest<Thing> {
  const heap: { readonly atMs: number; readonly thing: Thing }[] = [];
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
    add(atMs, thing) {
      heap.push({ atMs, thing });
      rise(heap.length - 1);
    },
    atMs: () => heap[0]?.atMs ?? null,
    takeBy(nowMs) {
      const [first] = heap;
      if (first === undefined || first.atMs > nowMs) return null;
      swap(0, heap.length - 1);
      heap.pop();
      sink();
      return first.thing;
    },
  };
}
