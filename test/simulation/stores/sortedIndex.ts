import type { IndexValue, PageQuery } from '../../../src/ports/documents.ts';
import type { PresentRow } from './worldDocuments.ts';

/** Where a document stands in an index: the values of its fields, then its key. */
type Place = readonly IndexValue[];

/** Rows with documents in the order of some of these' fields. */
export interface SortedIndex {
  put(row: PresentRow): void;
  remove(row: PresentRow): void;
  rows(query: PageQuery): readonly PresentRow[];
}

export function sortedIndex(fields: readonly string[]): SortedIndex {
  const entries: { readonly place: Place; readonly row: PresentRow }[] = [];
  const placeOf = ({ key, document }: PresentRow): Place | null => {
    const place: IndexValue[] = [];
    for (const field of fields) {
      const value = (document as Readonly<Record<string, IndexValue | null | undefined>>)[field];
      if (value === undefined || value === null) return null;
      place.push(value);
    }
    place.push(key);
    return place;
  };
  /** The first place that is not before the given one; `isAfter`: that is after all that begin with it. */
  const search = (wanted: Place, isAfter: boolean): number => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = orderOf(entries[middle]?.place ?? [], wanted);
      if (order < 0 || (isAfter && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    put(row) {
      const place = placeOf(row);
      if (place !== null) entries.splice(search(place, false), 0, { place, row });
    },
    remove(row) {
      const place = placeOf(row);
      if (place !== null) entries.splice(search(place, false), 1);
    },
    rows({ equals = [], from, to, after, descending = false, limit }) {
      let low = search(from === undefined ? equals : [...equals, from], false);
      let high = search(to === undefined ? equals : [...equals, to], true);
      if (after !== undefined) {
        const place = [...after.values, after.key];
        if (descending) high = Math.min(high, search(place, false));
        else low = Math.max(low, search(place, true));
      }
      const found = descending
        ? entries.slice(Math.max(low, high - limit), high).reverse()
        : entries.slice(low, Math.min(high, low + limit));
      return found.map(({ row }) => row);
    },
  };
}

/** As far as both go: a place that begins with the other is equal to it. */
function orderOf(one: Place, other: Place): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const order = order2(one[at], other[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function order2(one: IndexValue | undefined, other: IndexValue | undefined): number {
  if (one === other || one === undefined || other === undefined) return 0;
  // UTF-8 has the order of code points, which UTF-16 has not.
  if (typeof one === 'string' && typeof other === 'string' && (isWide(one) || isWide(other)))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

const isWide = (text: string) => /[\ud800-\uffff]/.test(text);
