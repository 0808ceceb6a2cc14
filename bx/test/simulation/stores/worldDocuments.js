// test/simulation/stores/worldDocuments.ts
import { sortedDates } from "./sortedDates.js";
import { sortedIndex } from "./sortedIndex.js";
var SYNCED_AFTER_MS = 3e4;
function worldDocuments(nowMs) {
  const all = /* @__PURE__ */ new Map();
  const listeners = [];
  let undos = [];
  const onChange = (collection, undo) => {
    for (const listener of listeners) listener(collection);
    undos.push({ atMs: nowMs(), undo });
    if (undos.length > 5e4) undos = undos.filter(({ atMs }) => atMs > nowMs() - SYNCED_AFTER_MS);
  };
  const put = (name, collection) => {
    if (collection === void 0) all.delete(name);
    else all.set(name, collection);
  };
  const exchange = (name, collection) => {
    const before = all.get(name);
    put(name, collection);
    undos.push({ atMs: nowMs(), undo: () => put(name, before) });
  };
  const opened = (definition) => {
    const found = all.get(definition.name) ?? worldCollection(definition, (undo) => onChange(definition.name, undo));
    all.set(definition.name, found);
    return found;
  };
  return {
    collection(definition) {
      opened(definition);
      return () => opened(definition);
    },
    drop: (name) => exchange(name, void 0),
    replace(pairs) {
      for (const { name, by } of pairs) {
        const taking = all.get(by);
        if (taking === void 0) continue;
        exchange(name, taking);
        exchange(by, void 0);
      }
    },
    names: () => [...all.keys()],
    onWrite: (act) => void listeners.push(act),
    dueAtMs(fromMs) {
      let first = null;
      for (const one of all.values()) {
        const due = one.dueAtMs(fromMs);
        if (due !== null && (first === null || due < first)) first = due;
      }
      return first;
    },
    fallBackTo(atMs) {
      while (undos.length > 0 && (undos.at(-1)?.atMs ?? 0) > atMs) undos.pop()?.undo();
    }
  };
}
var isPresent = (row) => row !== void 0 && row.document !== null;
function worldCollection({ indexes }, onChange) {
  const rows = /* @__PURE__ */ new Map();
  const sorted = new Map(
    Object.entries(indexes).map(([name, fields]) => [name, sortedIndex(fields)])
  );
  const dates = sortedDates();
  const set = (key, row) => {
    const before = rows.get(key);
    if (isPresent(before)) {
      for (const index of sorted.values()) index.remove(before);
      dates.remove(before.document);
    }
    if (row === void 0) rows.delete(key);
    else rows.set(key, row);
    if (isPresent(row)) {
      for (const index of sorted.values()) index.put(row);
      dates.put(row.document);
    }
  };
  const change = (key, row) => {
    const before = rows.get(key);
    set(key, row);
    onChange(() => set(key, before));
  };
  return {
    row: (key) => rows.get(key),
    write(row) {
      if ((rows.get(row.key)?.position ?? "") >= row.position) return false;
      change(row.key, row);
      return true;
    },
    forget: (key) => change(key, void 0),
    rows: (query) => sorted.get(query.index)?.rows(query) ?? [],
    dueAtMs: dates.from,
    sortedKeys: () => [...rows.keys()].sort()
  };
}
export {
  isPresent,
  worldDocuments
};
//# sourceMappingURL=worldDocuments.js.map
