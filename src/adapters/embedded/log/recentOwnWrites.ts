/** A range of positions that this process wrote in one go: no other process's events are in it. */
export interface OwnWrite {
  /** Position of its first event. */
  readonly first: number;
  /** Less than `first` where nothing was written. */
  readonly last: number;
  /** The types of its events. */
  readonly types: ReadonlySet<string>;
}

/** Far more than is written between two reads. A write that was dropped is read from the log. */
const MAX_WRITES = 256;

/** What this process wrote lately: a reader of a few types can skip what is certainly of other types. */
export function recentOwnWrites() {
  let writes: OwnWrite[] = [];
  return {
    add(write: OwnWrite) {
      if (write.last < write.first) return;
      const before = writes.at(-1);
      if (before?.last === write.first - 1 && areSame(before.types, write.types))
        writes[writes.length - 1] = { ...before, last: write.last };
      else writes.push(write);
      if (writes.length > MAX_WRITES) writes = writes.slice(MAX_WRITES / 2);
    },
    /** What must be read after `after` for events of these types: the positions after `from`, up to `until`. */
    unread(after: number, types: readonly string[]) {
      let from = after;
      for (const { first, last, types: written } of writes) {
        if (last <= from || types.some((type) => written.has(type))) continue;
        if (first > from + 1) return { from, until: first - 1 };
        from = last;
      }
      return { from, until: Number.POSITIVE_INFINITY };
    },
  };
}

const areSame = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size === others.size && [...some].every((type) => others.has(type));
