// src/runtime/fold/cacheOf.ts
import { LRUCache } from "lru-cache";
var MAX_ENTRIES = 1e4;
var MAX_BYTES = 32 * 1048576;
var SAMPLED_ITEMS = 4;
var SAMPLED_FIELDS = 32;
var MAX_DEPTH = 12;
var caches = /* @__PURE__ */ new WeakMap();
function cacheOf(store) {
  const known = caches.get(store);
  if (known !== void 0) return known;
  const cache = boundedCache(MAX_ENTRIES, MAX_BYTES);
  caches.set(store, cache);
  return cache;
}
function boundedCache(maxEntries, maxBytes) {
  const cache = new LRUCache({ max: maxEntries, maxSize: maxBytes });
  return {
    get: (key) => cache.get(key),
    put(key, value, bytes) {
      cache.delete(key);
      cache.set(key, value, { size: Math.min(bytes, maxBytes) });
    },
    delete: (key) => void cache.delete(key)
  };
}
function roughBytes(value, depth = 0) {
  if (typeof value === "string") return 24 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (depth === MAX_DEPTH) return 64;
  const isList = Array.isArray(value);
  const members = isList ? value : Object.values(value);
  const most = isList ? SAMPLED_ITEMS : SAMPLED_FIELDS;
  const step = Math.max(1, Math.floor(members.length / most));
  let bytes = 0;
  let sampled = 0;
  for (let at = 0; at < members.length && sampled < most; at += step) {
    bytes += 8 + roughBytes(members[at], depth + 1);
    sampled += 1;
  }
  return 32 + (sampled === 0 ? 0 : Math.round(bytes * members.length / sampled));
}
export {
  boundedCache,
  cacheOf,
  roughBytes
};
//# sourceMappingURL=cacheOf.js.map
