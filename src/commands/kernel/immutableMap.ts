/**
 * An immutable map by text: adding an entry gives a new map, which shares nearly all of its memory with the old one. A
 * fold of n events over it costs n small steps, where copying a Map for each event would cost n squared. Entries have
 * the order in which their keys were first added, as in a Map.
 */
export interface ImmutableMap<Value> {
  readonly size: number;
  /** Number of entries ever added: gives each its place in the order. */
  readonly puts: number;
  readonly root: Node<Value>;
}

interface Entry<Value> {
  readonly key: string;
  readonly hash: number;
  readonly ordinal: number;
  readonly value: Value;
}

/** A few entries, or 32 branches by five bits of the hash. */
interface Node<Value> {
  readonly entries: readonly Entry<Value>[];
  readonly branches: readonly (Node<Value> | undefined)[] | null;
}

const BITS = 5;
const BRANCHES = 32;
/** A node with more entries gets branches, as long as the hash has bits. */
const MAX_ENTRIES = 8;
const LAST_SHIFT = 30;

const NOTHING: Node<never> = { entries: [], branches: null };

export const EMPTY_MAP: ImmutableMap<never> = { size: 0, puts: 0, root: NOTHING };

export function entryIn<Value>({ root }: ImmutableMap<Value>, key: string): Value | undefined {
  return find(root, key, hashOf(key))?.value;
}

/** The map with this entry, which replaces an older entry of the key. */
export function withEntry<Value>(map: ImmutableMap<Value>, key: string, value: Value): ImmutableMap<Value> {
  const hash = hashOf(key);
  const before = find(map.root, key, hash);
  const entry = { key, hash, value, ordinal: before?.ordinal ?? map.puts };
  const isNew = before === undefined ? 1 : 0;
  return { size: map.size + isNew, puts: map.puts + isNew, root: put(map.root, 0, entry) };
}

export function withoutEntry<Value>(map: ImmutableMap<Value>, key: string): ImmutableMap<Value> {
  const hash = hashOf(key);
  if (find(map.root, key, hash) === undefined) return map;
  return { ...map, size: map.size - 1, root: drop(map.root, 0, key, hash) };
}

/** All keys and values in their order. The cost grows with the whole map. */
export function entriesOf<Value>({ root }: ImmutableMap<Value>): readonly (readonly [string, Value])[] {
  return [...entriesUnder(root)]
    .sort((one, other) => one.ordinal - other.ordinal)
    .map(({ key, value }) => [key, value]);
}

function find<Value>(root: Node<Value>, key: string, hash: number): Entry<Value> | undefined {
  let node: Node<Value> | undefined = root;
  for (let shift = 0; node?.branches; shift += BITS) node = node.branches[branchAt(hash, shift)];
  return node?.entries.find((entry) => entry.key === key);
}

function put<Value>({ entries, branches }: Node<Value>, shift: number, entry: Entry<Value>): Node<Value> {
  if (branches !== null) {
    const at = branchAt(entry.hash, shift);
    return { entries: [], branches: branches.with(at, put(branches[at] ?? NOTHING, shift + BITS, entry)) };
  }
  const all = [...entries.filter(({ key }) => key !== entry.key), entry];
  if (all.length <= MAX_ENTRIES || shift >= LAST_SHIFT) return { entries: all, branches: null };
  const bare: Node<Value> = { entries: [], branches: new Array(BRANCHES).fill(undefined) };
  return all.reduce((node, each) => put(node, shift, each), bare);
}

/** Branches stay: a map that shrinks keeps its shape. */
function drop<Value>(
  { entries, branches }: Node<Value>,
  shift: number,
  key: string,
  hash: number,
): Node<Value> {
  if (branches === null) return { entries: entries.filter((entry) => entry.key !== key), branches };
  const at = branchAt(hash, shift);
  return { entries, branches: branches.with(at, drop(branches[at] ?? NOTHING, shift + BITS, key, hash)) };
}

function* entriesUnder<Value>({ entries, branches }: Node<Value>): Iterable<Entry<Value>> {
  yield* entries;
  for (const branch of branches ?? []) if (branch !== undefined) yield* entriesUnder(branch);
}

const branchAt = (hash: number, shift: number) => (hash >>> shift) & (BRANCHES - 1);

/** FNV-1a with a final mix, so that all groups of five bits are equally random. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}
