/** The dates at which the items of a work index are due, so that the world knows how long nothing is. */
export interface SortedDates {
  put(document: object): void;
  remove(document: object): void;
  /** The first at or after a date; null where there is none. */
  from(ms: number): number | null;
}

const dueOf = (document: object) => (document as { readonly dueAtMs?: number }).dueAtMs;

export function sortedDates(): SortedDates {
  const dates: number[] = [];
  const place = (ms: number): number => {
    let [low, high] = [0, dates.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((dates[middle] ?? 0) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    put(document) {
      const due = dueOf(document);
      if (due !== undefined) dates.splice(place(due), 0, due);
    },
    remove(document) {
      const due = dueOf(document);
      if (due !== undefined) dates.splice(place(due), 1);
    },
    from: (ms) => dates[place(ms)] ?? null,
  };
}
