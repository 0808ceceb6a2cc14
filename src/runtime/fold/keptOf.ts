import type { EventStore } from '../../ports/eventStore.ts';

/** Things kept of one log, and roughly how much memory they may take together. */
const MAX_KEPT = 10_000;
const MAX_KEPT_BYTES = 32 * 1_048_576;

/** What is kept of a log between one use and the next. Whatever is kept can be read again: any of it may go. */
export interface Kept {
  get(key: string): unknown;
  /** Puts it in, or counts it again after it has grown. What was used longest ago makes room. */
  put(key: string, value: unknown, bytes: number): void;
  drop(key: string): void;
}

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

const keptOfStores = new WeakMap<EventStore, Kept>();

/** One bounded memory a store, which goes with the store: all readers of one log share it. */
export function keptOf(store: EventStore): Kept {
  const known = keptOfStores.get(store);
  if (known !== undefined) return known;
  const kept = leastRecentlyUsed(MAX_KEPT, MAX_KEPT_BYTES);
  keptOfStores.set(store, kept);
  return kept;
}

/** The last thing put in stays, however large it is: else a large thing would be read again at each use. */
export function leastRecentlyUsed(maxKept: number, maxBytes: number): Kept {
  const entries = new Map<string, Entry>();
  let bytesInAll = 0;

  const drop = (key: string) => {
    bytesInAll -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    put(key, value, bytes) {
      drop(key);
      entries.set(key, { value, bytes });
      bytesInAll += bytes;
      for (const oldest of entries.keys()) {
        if (oldest === key || (entries.size <= maxKept && bytesInAll <= maxBytes)) return;
        drop(oldest);
      }
    },
    drop,
  };
}
