import type { Position } from '../../events/event.ts';
import type { EventBatch } from '../../ports/eventStore.ts';
import type { LogRecord } from './records.ts';

/** How many ranges, for how long after their last use, and bytes of their events at most. */
const MAX_CACHED = 8;
const CACHED_MS = 5_000;
const MAX_CACHED_BYTES = 32 * 1_048_576;

/** All records after `after` up to `position` that are not the server's own. */
export interface LogRange extends Pick<EventBatch, 'position' | 'caughtUp'> {
  readonly after: Position;
  readonly records: readonly LogRecord[];
}

/** Ranges that were read, and the readers that go through them, each known by its list of types. */
export interface RangeCache {
  /** The range that goes on after a position. */
  at(after: Position): LogRange | undefined;
  add(range: LogRange): void;
  /** Where a reader goes on; null: elsewhere. */
  reader(types: readonly string[], next: Position | null): void;
  /** Whether another range would take the place of one in which a reader goes on, who came in the last five seconds. */
  isNeeded(): boolean;
}

interface Cached {
  readonly range: LogRange;
  readonly bytes: number;
  usedAtMs: number;
}

const isIn = (range: LogRange, after: Position) => range.after <= after && after < range.position;

const bytesOf = (cache: readonly Cached[]) => cache.reduce((sum, { bytes }) => sum + bytes, 0);

export function rangeCache(nowMs: () => number): RangeCache {
  let cache: Cached[] = [];
  const readers = new Map<readonly string[], { readonly next: Position; readonly atMs: number }>();
  const dropOld = () => {
    const oldestMs = nowMs() - CACHED_MS;
    cache = cache.filter(({ usedAtMs }) => usedAtMs > oldestMs);
    for (const [types, { atMs }] of readers) if (atMs <= oldestMs) readers.delete(types);
  };
  return {
    at(after) {
      dropOld();
      const cached = cache.find(({ range }) => isIn(range, after));
      if (cached !== undefined) cached.usedAtMs = nowMs();
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
      if (oldest === undefined || !isFull) return false;
      return [...readers.values()].some(({ next }) => isIn(oldest.range, next));
    },
  };
}
