/** A range of positions that one process wrote in one go: no other process's events are in it. */
export interface LogWrite {
  /** Position of its first event. */
  readonly first: number;
  /** Less than `first` where nothing was written. */
  readonly last: number;
  /** The types of its events. */
  readonly types: readonly string[];
}

/** Far more than is written between two reads. A write that was dropped is read from the log. */
const MAX_WRITES = 256;

/**
 * What this process wrote lately, and what others have said that they wrote: a reader of a few types can skip what is certainly
 * of other types.
 */
export function recentWrites() {
  let writes: LogWrite[] = [];
  return {
    /** In any order, and again: other processes' messages come when they come. */
    add(write: LogWrite) {
      if (write.last < write.first) return;
      let at = writes.length;
      while (at > 0 && (writes[at - 1]?.first ?? 0) > write.first) at--;
      const before = writes[at - 1];
      if (before !== undefined && write.last <= before.last) return;
      if (before?.last === write.first - 1 && areSame(before.types, write.types))
        writes[at - 1] = { ...before, last: write.last };
      else writes.splice(at, 0, write);
      if (writes.length > MAX_WRITES) writes = writes.slice(MAX_WRITES / 2);
    },
    /** What must be read after `after` for events of these types: the positions after `from`, up to `until`. */
    unread(after: number, types: readonly string[]) {
      let from = after;
      for (const { first, last, types: written } of writes) {
        if (last <= from || types.some((type) => written.includes(type))) continue;
        if (first > from + 1) return { from, until: first - 1 };
        from = last;
      }
      return { from, until: Number.POSITIVE_INFINITY };
    },
  };
}

const areSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((type) => others.includes(type));
