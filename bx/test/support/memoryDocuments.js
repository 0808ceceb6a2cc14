// test/support/memoryDocuments.ts
function memoryDocuments() {
  const all = /* @__PURE__ */ new Map();
  return {
    async collection({
      name,
      indexes
    }) {
      if (!all.has(name)) all.set(name, /* @__PURE__ */ new Map());
      const rows = () => all.get(name) ?? /* @__PURE__ */ new Map();
      return collectionOver(rows, indexes);
    },
    async replace(pairs) {
      for (const { name, by } of pairs) {
        const rows = all.get(by);
        if (rows === void 0) continue;
        all.set(name, rows);
        all.delete(by);
      }
    },
    drop: async (name) => void all.delete(name),
    list: async () => [...all.keys()],
    close: async () => {
    }
  };
}
function collectionOver(rowsNow, indexes) {
  const present = (key) => {
    const row = rowsNow().get(key);
    return row === void 0 || row.document === null ? [] : [{ key, position: row.position, document: structuredClone(row.document) }];
  };
  const valuesOf = (document, fields) => fields.map((field) => document[field]);
  return {
    get: async (key) => present(key)[0] ?? null,
    getMany: async (keys) => new Map(keys.flatMap(present).map((stored) => [stored.key, stored])),
    getForFold: async (keys) => new Map(
      keys.flatMap(
        (key) => rowsNow().has(key) ? [[key, structuredClone(rowsNow().get(key))]] : []
      )
    ),
    async writeMany(writes) {
      for (const { key, position, document } of writes) {
        if ((rowsNow().get(key)?.position ?? "") < position)
          rowsNow().set(key, structuredClone({ position, document }));
      }
    },
    async forget(keys) {
      for (const key of keys) rowsNow().delete(key);
    },
    async page({ index, equals = [], from, to, after, descending = false, limit }) {
      const fields = indexes[index] ?? [];
      const sign = descending ? -1 : 1;
      const isWanted = (document) => equals.every((value, at) => document[fields[at] ?? ""] === value);
      const places = [];
      for (const [key, { document }] of rowsNow()) {
        if (document === null || !isWanted(document)) continue;
        const values = valuesOf(document, fields);
        if (values.some((value) => value === void 0 || value === null)) continue;
        if (from !== void 0 && order(values[equals.length], from) < 0) continue;
        if (to !== void 0 && order(values[equals.length], to) > 0) continue;
        const place = [...values, key];
        if (after && sign * orderAll(place, [...after.values, after.key]) <= 0) continue;
        places.push({ key, place });
      }
      return places.sort((a, b) => sign * orderAll(a.place, b.place)).slice(0, limit).flatMap(({ key }) => present(key));
    },
    async *scan() {
      yield* [...rowsNow().keys()].sort().flatMap(present);
    }
  };
}
function orderAll(a, b) {
  for (const [at, value] of a.entries()) {
    const one = order(value, b[at]);
    if (one !== 0) return one;
  }
  return 0;
}
function order(a, b) {
  const [x, y] = [a, b];
  if (x === y) return 0;
  if (typeof x === "string" && typeof y === "string") return Buffer.compare(Buffer.from(x), Buffer.from(y));
  return x < y ? -1 : 1;
}
export {
  memoryDocuments
};
//# sourceMappingURL=memoryDocuments.js.map
