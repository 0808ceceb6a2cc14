import type { Position } from '../../events/event.ts';
import type { Collection, DocumentWrite } from '../../ports/documents.ts';
import { type Folding, UNFOLDED } from './foldEvent.ts';
import type { AnyProjection, Counts, Sum } from './projection.ts';

/** What an event changed in a sum: the document added `before`, and adds `after`. */
interface Change {
  readonly position: Position;
  readonly before: Sum | undefined;
  readonly after: Sum | undefined;
}

type Sums = ReadonlyMap<string, Sum>;
const NOTHING: Sums = new Map();

/** The collection as its sums, for a query by an index that has no other documents. */
export const sumsOf = <Document extends Sum>(collection: Collection<object>) =>
  collection as Collection<Document>;

/**
 * The sums that follow from changes of a projection's documents (decision 0112). They must be stored before those
 * documents are: after a fault in between, the same events find the documents as they were and change the sums by
 * the same, and a sum that has been written skips it by its position.
 */
export function changedSums(projection: AnyProjection, collection: Collection<object>) {
  const changes = new Map<string, Change[]>();
  let latest: { readonly document: object; readonly sums: Sums } | null = null;
  const addedBy = (document: object | null, key: string): Sums => {
    if (document === null) return NOTHING;
    // What one event made of a document is what the next one changes.
    if (latest?.document !== document)
      latest = { document, sums: projection.adds?.(document, key) ?? NOTHING };
    return latest.sums;
  };
  return {
    /** Each change by itself, because a sum may have been written in the middle of these events. */
    changed(key: string, before: Folding, { document, position }: Folding): void {
      if (projection.adds === undefined || position === null) return;
      const was = addedBy(before.document, key);
      const is = addedBy(document, key);
      const add = (name: string, change: Change) => {
        if (isSame(change.before?.counts, change.after?.counts)) return;
        const same = changes.get(name);
        if (same === undefined) changes.set(name, [change]);
        else same.push(change);
      };
      for (const [name, after] of is) add(name, { position, before: was.get(name), after });
      for (const [name, sum] of was)
        if (!is.has(name)) add(name, { position, before: sum, after: undefined });
    },
    /** Read after the documents were: what another process had written of those is in these. */
    async writes(): Promise<readonly DocumentWrite<object>[]> {
      if (changes.size === 0) return [];
      const stored = await collection.getForFold([...changes.keys()]);
      const writes: DocumentWrite<object>[] = [];
      for (const [key, some] of changes) {
        const write = changedBy(stored.get(key) ?? UNFOLDED, some);
        // One that has them all is written as it is: see `foldInto`.
        if (write.position !== null) writes.push({ key, position: write.position, document: write.document });
      }
      return writes;
    },
  };
}

/** The sum after those of the changes that are not in it yet. */
function changedBy(stored: Folding, changes: readonly Change[]): Folding {
  let { position } = stored;
  const totals = new Map(Object.entries((stored.document as Sum | null)?.counts ?? {}));
  const add = (counts: Counts = {}, times: 1 | -1) => {
    for (const name of Object.keys(counts))
      totals.set(name, (totals.get(name) ?? 0) + times * (counts[name] ?? 0));
  };
  for (const change of changes) {
    if (stored.position !== null && change.position <= stored.position) continue;
    add(change.after?.counts, 1);
    add(change.before?.counts, -1);
    if (position === null || change.position > position) position = change.position;
  }
  const [first] = changes;
  const counts = Object.fromEntries([...totals].filter(([, count]) => count !== 0));
  return { position, document: { ...(first?.after ?? first?.before), counts } };
}

function isSame(some: Counts | undefined, other: Counts | undefined): boolean {
  if (some === undefined || other === undefined) return some === other;
  const names = Object.keys(some);
  return names.length === Object.keys(other).length && names.every((name) => some[name] === other[name]);
}
