import type { RecordedEvent } from '../events/event.ts';
import type { AnyProjection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';
import { type SuppressionDocument, suppressions } from './suppressions.ts';

/**
 * Knows without a look-up that an address is not suppressed. It is a Bloom filter over the keys of all suppressions: it
 * never misses one, but has a few false positives, which are looked up in the read model.
 */
export interface SuppressionFilter {
  /** False: no such suppression. True: there may be one. */
  mayHold(suppressionId: string): boolean;
  /** Adds the suppression of an event; other events are ignored. */
  take(event: RecordedEvent): void;
  /** Adds all stored suppressions. Until it resolves `mayHold` is always true. */
  fill(collection: Pick<Collection<SuppressionDocument>, 'scan'>, signal: AbortSignal): Promise<void>;
}

/** 4 MiB: with a million suppressions about one address in six thousand is looked up without need. */
const BITS = 2 ** 25;
const WORD_BITS = 32;
/** Which seven hex digits of the id each probe uses (RFC 9562: without the digits of version and variant). */
const PROBES = [
  [0, 7],
  [9, 13, 15, 18],
  [20, 23, 24, 28],
  [29, 36],
] as const;

const LIFTING: ReadonlySet<string> = new Set(['SuppressionRemoved', 'Resubscribed']);

export function suppressionFilter(): SuppressionFilter {
  const words = new Int32Array(BITS / WORD_BITS);
  const { keys }: AnyProjection = suppressions;
  const types = new Set<string>(suppressions.types);
  let full = false;

  const add = (id: string) => {
    for (const bit of bitsOf(id)) words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  };

  return {
    mayHold(id) {
      if (!full) return true;
      for (const bit of bitsOf(id)) if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      return true;
    },
    take(event) {
      if (!types.has(event.type) || LIFTING.has(event.type)) return;
      for (const key of keys(event)) add(key);
    },
    async fill(collection, signal) {
      for await (const { key } of collection.scan()) {
        if (signal.aborted) return;
        add(key);
      }
      full = true;
    },
  };
}

function bitsOf(id: string): readonly number[] {
  return PROBES.map(([from, to, again, end]) => {
    const digits = again === undefined ? id.slice(from, to) : id.slice(from, to) + id.slice(again, end);
    return Number.parseInt(digits, 16) & (BITS - 1);
  });
}
