// src/commands/kernel/immutableMap.ts
var BITS = 5;
var BRANCHES = 32;
var MAX_ENTRIES = 8;
var LAST_SHIFT = 30;
var NOTHING = { entries: [], branches: null };
var EMPTY_MAP = { size: 0, puts: 0, root: NOTHING };
function entryIn({ root }, key) {
  return find(root, key, hashOf(key))?.value;
}
function withEntry(map, key, value) {
  const hash = hashOf(key);
  const before = find(map.root, key, hash);
  const entry = { key, hash, value, ordinal: before?.ordinal ?? map.puts };
  const isNew = before === void 0 ? 1 : 0;
  return { size: map.size + isNew, puts: map.puts + isNew, root: put(map.root, 0, entry) };
}
function withoutEntry(map, key) {
  const hash = hashOf(key);
  if (find(map.root, key, hash) === void 0) return map;
  return { ...map, size: map.size - 1, root: drop(map.root, 0, key, hash) };
}
function entriesOf({ root }) {
  return [...entriesUnder(root)].sort((one, other) => one.ordinal - other.ordinal).map(({ key, value }) => [key, value]);
}
function find(root, key, hash) {
  let node = root;
  for (let shift = 0; node?.branches; shift += BITS) node = node.branches[branchAt(hash, shift)];
  return node?.entries.find((entry) => entry.key === key);
}
function put({ entries, branches }, shift, entry) {
  if (branches !== null) {
    const at = branchAt(entry.hash, shift);
    return { entries: [], branches: branches.with(at, put(branches[at] ?? NOTHING, shift + BITS, entry)) };
  }
  const all = [...entries.filter(({ key }) => key !== entry.key), entry];
  if (all.length <= MAX_ENTRIES || shift >= LAST_SHIFT) return { entries: all, branches: null };
  const bare = { entries: [], branches: new Array(BRANCHES).fill(void 0) };
  return all.reduce((node, each) => put(node, shift, each), bare);
}
function drop({ entries, branches }, shift, key, hash) {
  if (branches === null) return { entries: entries.filter((entry) => entry.key !== key), branches };
  const at = branchAt(hash, shift);
  return { entries, branches: branches.with(at, drop(branches[at] ?? NOTHING, shift + BITS, key, hash)) };
}
function* entriesUnder({ entries, branches }) {
  yield* entries;
  for (const branch of branches ?? []) if (branch !== void 0) yield* entriesUnder(branch);
}
var branchAt = (hash, shift) => hash >>> shift & BRANCHES - 1;
function hashOf(key) {
  let hash = 2166136261;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 739982445);
  return (hash ^ hash >>> 12) >>> 0;
}
export {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  withEntry,
  withoutEntry
};
//# sourceMappingURL=immutableMap.js.map
