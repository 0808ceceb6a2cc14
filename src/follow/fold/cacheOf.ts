import { LRUCache } from 'lru-cache';
import type { EventStore } from '../../ports/eventStore.ts';

/** Things cached of one log, and roughly how much memory they may take together. */
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 32 * 1_048_576;

/** Members that are looked at; where there are more, the others count as much as these. */
const SAMPLED_ITEMS = 4;
const SAMPLED_FIELDS = 32;
const MAX_DEPTH = 12;

/** What is cached of a log between one use and the next. All of it can be read again, so any of it may be evicted. */
export interface Cache {
  get(key: string): unknown;
  /** Puts it in, or counts it again after it has grown. What was used longest ago makes room. */
  put(key: string, value: object | string, bytes: number): void;
  delete(key: string): void;
}

const caches = new WeakMap<EventStore, Cache>();

/** One bounded cache for each store, which ends with the store: all readers of one log share it. */
export function cacheOf(store: EventStore): Cache {
  const known = caches.get(store);
  if (known !== undefined) return known;
  const cache = boundedCache(MAX_ENTRIES, MAX_BYTES);
  caches.set(store, cache);
  return cache;
}

/** The last value put in stays, however large it is: else a large one would be read again at each use. */
export function boundedCache(maxEntries: number, maxBytes: number): Cache {
  const cache = new LRUCache<string, object | string>({ max: maxEntries, maxSize: maxBytes });
  return {
    get: (key) => cache.get(key),
    put(key, value, bytes) {
      // Setting the same value again would leave its size as it was.
      cache.delete(key);
      cache.set(key, value, { size: Math.min(bytes, maxBytes) });
    },
    delete: (key) => void cache.delete(key),
  };
}

/**
 * Roughly the bytes of memory that a plain value takes. Lists are sampled, so that large values cost no more to measure.
 * Good enough to bound a cache; wrong by a factor of two or three.
 */
export function roughBytes(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (depth === MAX_DEPTH) return 64;
  const isList = Array.isArray(value);
  const members: readonly unknown[] = isList ? value : Object.values(value);
  const most = isList ? SAMPLED_ITEMS : SAMPLED_FIELDS;
  // Evenly over all of them: the first may be unlike the rest.
  const step = Math.max(1, Math.floor(members.length / most));
  let bytes = 0;
  let sampled = 0;
  for (let at = 0; at < members.length && sampled < most; at += step) {
    bytes += 8 + roughBytes(members[at], depth + 1);
    sampled += 1;
  }
  return 32 + (sampled === 0 ? 0 : Math.round((bytes * members.length) / sampled));
}
