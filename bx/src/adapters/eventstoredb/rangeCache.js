// src/adapters/eventstoredb/rangeCache.ts
var MAX_CACHED = 8;
var CACHED_MS = 5e3;
var MAX_CACHED_BYTES = 32 * 1048576;
var isIn = (range, after) => range.after <= after && after < range.position;
var bytesOf = (cache) => cache.reduce((sum, { bytes }) => sum + bytes, 0);
function rangeCache(nowMs) {
  let cache = [];
  const readers = /* @__PURE__ */ new Map();
  const dropOld = () => {
    const oldestMs = nowMs() - CACHED_MS;
    cache = cache.filter(({ usedAtMs }) => usedAtMs > oldestMs);
    for (const [types, { atMs }] of readers) if (atMs <= oldestMs) readers.delete(types);
  };
  return {
    at(after) {
      dropOld();
      const cached = cache.find(({ range }) => isIn(range, after));
      if (cached !== void 0) cached.usedAtMs = nowMs();
      return cached?.range;
    },
    add(range) {
      const bytes = range.records.reduce((sum, record) => sum + record.bytes, 0);
      cache = [...cache.slice(1 - MAX_CACHED), { range, usedAtMs: nowMs(), bytes }];
      while (bytesOf(cache) > MAX_CACHED_BYTES) cache = cache.slice(1);
    },
    reader(types, next) {
      if (next === null) readers.delete(types);
      else readers.set(types, { next, atMs: nowMs() });
    },
    isNeeded() {
      dropOld();
      const [oldest] = cache;
      const isFull = cache.length === MAX_CACHED || bytesOf(cache) > MAX_CACHED_BYTES / 2;
      if (oldest === void 0 || !isFull) return false;
      return [...readers.values()].some(({ next }) => isIn(oldest.range, next));
    }
  };
}
export {
  rangeCache
};
//# sourceMappingURL=rangeCache.js.map
