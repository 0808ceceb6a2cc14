/**
 * An immutable list that can only grow: a longer list shares the items of the shorter one, which ignores items after its
 * own length. A fold of n events over it costs n steps.
 */
export interface ImmutableList<Item> {
  /** May hold more than `length` items: those belong to longer lists. */
  readonly items: readonly Item[];
  readonly length: number;
}

export const EMPTY_LIST: ImmutableList<never> = { items: [], length: 0 };

export function withItem<Item>({ items, length }: ImmutableList<Item>, item: Item): ImmutableList<Item> {
  // The longest list shares its array with the new one; a shorter one, and the empty one, is copied first.
  const own = length === 0 || items.length > length ? items.slice(0, length) : (items as Item[]);
  own.push(item);
  return { items: own, length: length + 1 };
}

export function itemAt<Item>({ items, length }: ImmutableList<Item>, at: number): Item | undefined {
  return at < length ? items[at] : undefined;
}

/** The last item that passes, in a list where all that pass come before all others. */
export function lastPassing<Item>(
  list: ImmutableList<Item>,
  passes: (item: Item) => boolean,
): Item | undefined {
  let passing = 0;
  let failing = list.length;
  while (passing < failing) {
    const middle = (passing + failing) >> 1;
    const item = list.items[middle];
    if (item !== undefined && passes(item)) passing = middle + 1;
    else failing = middle;
  }
  return itemAt(list, passing - 1);
}
