/** Who takes turns, each once: one that has had its turn, or that is new, comes after all others. */
export interface Rotation<Item> {
  readonly size: number;
  /** From now on it takes turns, or none. One that takes turns already keeps its place. */
  put(item: Item, takesTurns: boolean): void;
  /** Whose turn it is; null: no one takes turns. */
  next(): Item | null;
}

/** An empty rotation. A turn takes the same time, however many take turns. To be asked now and then: only that frees memory. */
export function rotation<Item>(): Rotation<Item> {
  const all = new Set<Item>();
  // One walk, of which all are ahead. One begun anew would pass each place at the front that has become empty.
  let walk = all.values();
  return {
    get size() {
      return all.size;
    },
    put(item, takesTurns) {
      if (takesTurns) all.add(item);
      else if (all.delete(item) && all.size === 0) walk = all.values();
    },
    next() {
      if (all.size === 0) return null;
      const step = walk.next();
      if (step.done) return null;
      all.delete(step.value);
      all.add(step.value);
      return step.value;
    },
  };
}
