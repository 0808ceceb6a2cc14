/** Things to do by the time when they are due: a binary heap, since there are hundreds of thousands. */
export interface DueQueue<Item> {
  readonly size: number;
  add(dueAtMs: number, item: Item): void;
  /** The earliest, taken out. */
  take(): { readonly dueAtMs: number; readonly item: Item } | undefined;
}

export function dueQueue<Item>(): DueQueue<Item> {
  const heap: { dueAtMs: number; item: Item }[] = [];
  const dueAt = (at: number) => heap[at]?.dueAtMs ?? Number.POSITIVE_INFINITY;
  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]];
    if (first === undefined || second === undefined) return;
    heap[one] = second;
    heap[other] = first;
  };
  return {
    get size() {
      return heap.length;
    },
    add(dueAtMs, item) {
      let at = heap.push({ dueAtMs, item }) - 1;
      for (let above = (at - 1) >> 1; at > 0 && dueAt(above) > dueAtMs; above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        const below = dueAt(2 * at + 1) <= dueAt(2 * at + 2) ? 2 * at + 1 : 2 * at + 2;
        if (dueAt(below) >= dueAt(at)) return first;
        swap(at, below);
        at = below;
      }
    },
  };
}
