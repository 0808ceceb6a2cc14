import type { Position } from '../../events/event.ts';
import type { Collection, DocumentWrite } from '../../ports/documents.ts';
import { type Folding, UNFOLDED } from './foldEvent.ts';
import type { AnyProjection } from './projection.ts';

/** Numbers by name; one that is 0 is left out. */
export type Counts = Readonly<Record<string, number>>;

/** What the documents of a projection add up to. It lies among them, with fields of its own to be found by. */
export interface Sum {
  readonly counts: Counts;
}

/** What an event changed in a sum. */
interface Addition {
  readonly position: Position;
  readonly sum: Sum;
  readonly counts: Counts;
}

const NOTHING: ReadonlyMap<string, Sum> = new Map();

/** The collection as its sums, for a query by an index that has no other documents. */
export const sumsOf = <Document extends Sum>(collection: Collection<object>) =>
  collection as Collection<Document>;

/**
 * The sums that follow from changes of a projection's documents (decision 0112). `write` must be awaited before those
 * documents are written: after a fault in between, the same events find the documents as they were and change the sums by
 * the same, and a sum that has been written skips it by its position.
 */
export function changedSums(projection: AnyProjection, collection: Collection<object>) {
  const additions = new Map<string, Addition[]>();
  const of = (document: object | null, key: string) =>
    (document === null ? undefined : projection.adds?.(document, key)) ?? NOTHING;
  return {
    /** Each change by itself, because a sum may have been written in the middle of these events. */
    changed(key: string, before: Folding, after: Folding): void {
      const { position } = after;
      if (projection.adds === undefined || position === null) return;
      const [was, is] = [of(before.document, key), of(after.document, key)];
      for (const name of new Set([...was.keys(), ...is.keys()])) {
        const sum = is.get(name) ?? was.get(name);
        const counts = plus(is.get(name)?.counts ?? {}, was.get(name)?.counts ?? {}, -1);
        if (sum === undefined || Object.keys(counts).length === 0) continue;
        const addition = { position, sum, counts };
        const same = additions.get(name);
        if (same === undefined) additions.set(name, [addition]);
        else same.push(addition);
      }
    },
    /** The sums are read after the documents were: what another process had written of those is in these. */
    async write(): Promise<void> {
      if (additions.size === 0) return;
      const stored = await collection.getForFold([...additions.keys()]);
      const writes: DocumentWrite<object>[] = [];
      for (const [key, some] of additions) {
        const { document, position: folded } = stored.get(key) ?? UNFOLDED;
        let sum = document as Sum | null;
        let position = folded;
        for (const addition of some) {
          if (folded !== null && addition.position <= folded) continue;
          sum = { ...addition.sum, counts: plus(sum?.counts ?? {}, addition.counts, 1) };
          if (position === null || addition.position > position) position = addition.position;
        }
        // One that has them all is written as it is: see `foldInto`.
        if (position !== null) writes.push({ key, position, document: sum });
      }
      await collection.writeMany(writes);
    },
  };
}

function plus(some: Counts, more: Counts, times: 1 | -1): Counts {
  const sums: Record<string, number> = { ...some };
  for (const [name, count] of Object.entries(more)) {
    const sum = (sums[name] ?? 0) + times * count;
    if (sum === 0) delete sums[name];
    else sums[name] = sum;
  }
  return sums;
}
