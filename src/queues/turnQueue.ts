/** Items that wait, each with an owner. */
export interface TurnQueue<Item> {
  readonly size: number;
  /** Those for whom something waits, in the order of their turns. */
  owners(): Iterable<string>;
  /** How many items of the owner wait. */
  sizeOf(owner: string): number;
  add(owner: string, item: Item): void;
  /** False when the item was not waiting any more. */
  remove(owner: string, item: Item): boolean;
  /** The oldest item of the next owner that may have a turn; owners take turns. */
  next(
    mayHave?: (owner: string, item: Item) => boolean,
  ): { readonly owner: string; readonly item: Item } | null;
  /** Empties the queue. */
  takeAll(): Item[];
}

/** A fair queue: an owner with many items does not delay the others. */
export function turnQueue<Item>(): TurnQueue<Item> {
  /** An owner who had a turn is moved to the end. */
  const waiting = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    owners: () => waiting.keys(),
    sizeOf: (owner) => waiting.get(owner)?.length ?? 0,
    add(owner, item) {
      const own = waiting.get(owner);
      if (own === undefined) waiting.set(owner, [item]);
      else own.push(item);
      size += 1;
    },
    remove(owner, item) {
      const own = waiting.get(owner) ?? [];
      const at = own.indexOf(item);
      if (at < 0) return false;
      own.splice(at, 1);
      if (own.length === 0) waiting.delete(owner);
      size -= 1;
      return true;
    },
    next(mayHave = () => true) {
      for (const [owner, own] of waiting) {
        const [item] = own;
        if (item === undefined || !mayHave(owner, item)) continue;
        own.shift();
        waiting.delete(owner);
        if (own.length > 0) waiting.set(owner, own);
        size -= 1;
        return { owner, item };
      }
      return null;
    },
    takeAll() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      size = 0;
      return all;
    },
  };
}
