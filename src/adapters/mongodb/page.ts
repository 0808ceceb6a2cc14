import type { PageQuery } from '../../ports/documents.ts';
import { BEYOND, encodeValue, encodeValues } from './indexKey.ts';

/** Bounds on one index field, for a find with a sort on the same field: MongoDB reads exactly the page. */
interface IndexRange {
  readonly $gte: string;
  readonly $lt: string;
  /** The page's cursor: one bound more; the tighter one counts. */
  readonly $gt?: string;
}

function rangeOf({ equals = [], from, to, after }: PageQuery): IndexRange {
  const prefix = encodeValues(equals);
  return {
    $gte: from === undefined ? prefix : prefix + encodeValue(from),
    $lt: prefix + (to === undefined ? '' : encodeValue(to)) + BEYOND,
    ...(after && { $gt: encodeValues([...after.values, after.key]) }),
  };
}

/** The same, read backwards: the cursor bounds the range from above. */
export function filterOf(query: PageQuery): Record<string, unknown> {
  const { $gt: cursor, ...range } = rangeOf(query);
  const field = `index.${query.index}`;
  if (cursor === undefined) return { [field]: range };
  if (!query.descending) return { [field]: { ...range, $gt: cursor } };
  // Two upper bounds of one operator cannot stand together; the cursor lies inside the range or the page is empty.
  return { [field]: { $gte: range.$gte, $lt: lower(range.$lt, cursor) } };
}

function lower(a: string, b: string): string {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? a : b;
}
