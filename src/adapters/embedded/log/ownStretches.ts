/** A stretch of the log that this process wrote as one: nobody else's events stand in it. */
export interface OwnStretch {
  /** Position of its first event. */
  readonly first: number;
  /** Before `first` where nothing was written. */
  readonly last: number;
  /** No event in it is of another type. */
  readonly types: ReadonlySet<string>;
}

/** What this process wrote lately, so that who follows a few types need not read what is surely of others. */
export interface OwnStretches {
  add(stretch: OwnStretch): void;
  /** What is to be read behind `after` for events of these types: behind `from`, up to `until`. */
  unread(after: number, types: readonly string[]): { readonly from: number; readonly until: number };
}

/** Kept at most: far more than is written between two readings. What is forgotten is read. */
const MOST = 256;

export function ownStretches(): OwnStretches {
  let kept: OwnStretch[] = [];
  return {
    add(stretch) {
      if (stretch.last < stretch.first) return;
      const before = kept.at(-1);
      if (before?.last === stretch.first - 1 && areSame(before.types, stretch.types))
        kept[kept.length - 1] = { ...before, last: stretch.last };
      else kept.push(stretch);
      if (kept.length > MOST) kept = kept.slice(MOST / 2);
    },
    unread(after, types) {
      let from = after;
      for (const { first, last, types: written } of kept) {
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
