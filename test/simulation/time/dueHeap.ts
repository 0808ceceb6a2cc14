/** Something that is due; `act` null: it was cancelled, or has happened. */
export interface Due {
  ms: number;
  /** Of two that are due at one moment the one with the lower place comes first. */
  readonly place: number;
  act: (() => void) | null;
}

/** What is due, the next one first. */
export interface DueHeap<Item extends Due> {
  put(due: Item): void;
  /** The next one that is not cancelled; undefined where nothing is left. */
  first(): Item | undefined;
  take(): Item | undefined;
  /** Everything that is not cancelled, taken out, in no order. */
  takeAll(): readonly Item[];
}

export const isBefore = (one: Due, other: Due) =>
  one.ms < other.ms || (one.ms === other.ms && one.place < other.place);

export function dueHeap<Item extends Due>(): DueHeap<Item> {
  const heap: Item[] = [];
  const take = (): Item | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (left === undefined) break;
      let child = left;
      if (right !== undefined && isBefore(right, left)) {
        child = right;
        below += 1;
      }
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  };
  const first = () => {
    while (heap[0]?.act === null) take();
    return heap[0];
  };
  return {
    first,
    take() {
      first();
      return take();
    },
    takeAll: () => heap.splice(0).filter(({ act }) => act !== null),
    put(due) {
      let at = heap.length;
      while (at > 0) {
        const above = (at - 1) >> 1;
        const parent = heap[above];
        if (parent === undefined || !isBefore(due, parent)) break;
        heap[at] = parent;
        at = above;
      }
      heap[at] = due;
    },
  };
}
