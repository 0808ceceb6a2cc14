/**
 * How much time each owner's work has used of slots that all share: an attempt that takes 250 ms uses 250. What was used ten
 * seconds ago counts half. Owners who wait are served in the order of it, so that a backlog of many delays no owner who uses
 * little; and the last free slots are for light owners, who use little even with the attempt that they ask for.
 */
export interface Usage {
  /** `ms` may be negative, to correct an estimate. */
  add(owner: string, ms: number): void;
  /** To be compared with that of other owners at the same moment; 0 for an owner who has used nothing. */
  of(owner: string): number;
  /** Whether the owner would still have used less than half of what owners use who use slots, with `ms` more. */
  isLight(owner: string, ms: number): boolean;
}

const HALF_LIFE_MS = 10_000;
/** All is scaled down after this: numbers grow, instead of every owner's being halved at each look (forward decay). */
const RESCALE_AFTER_MS = 100 * HALF_LIFE_MS;
/** Owners who are remembered; beyond it those who used something longest ago count as owners who have used nothing. */
const MAX_OWNERS = 10_000;

/** @param clock its `monotonicMs` never goes back */
export function usageBy(clock: { monotonicMs(): number }): Usage {
  const used = new Map<string, number>();
  let sum = 0;
  let sumOfSquares = 0;
  let sinceMs = clock.monotonicMs();
  const weight = () => 2 ** ((clock.monotonicMs() - sinceMs) / HALF_LIFE_MS);
  const set = (owner: string, value: number) => {
    const before = used.get(owner) ?? 0;
    sum += value - before;
    sumOfSquares += value ** 2 - before ** 2;
    used.delete(owner);
    if (value > 0) used.set(owner, value);
  };
  const rescale = () => {
    const by = weight();
    sinceMs = clock.monotonicMs();
    sum = 0;
    sumOfSquares = 0;
    const before = [...used];
    used.clear();
    for (const [owner, value] of before) set(owner, value / by);
  };
  return {
    add(owner, ms) {
      if (clock.monotonicMs() - sinceMs > RESCALE_AFTER_MS) rescale();
      set(owner, Math.max(0, (used.get(owner) ?? 0) + ms * weight()));
      const oldest = used.size > MAX_OWNERS ? used.keys().next().value : undefined;
      if (oldest !== undefined) set(oldest, 0);
    },
    of: (owner) => used.get(owner) ?? 0,
    isLight(owner, ms) {
      // Weighted by their use: however many idle owners are remembered, the mean is that of those who use slots.
      const mean = sum > 0 ? sumOfSquares / sum : 0;
      return (used.get(owner) ?? 0) + ms * weight() < mean / 2;
    },
  };
}
