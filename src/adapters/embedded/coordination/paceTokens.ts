/** The tokens of one workspace that are out, by the slot of time in which they were taken. */
export interface PaceTokens {
  /** How many were taken in the last second. */
  out(nowMs: number): number;
  /** Milliseconds until the next of them comes back; 0 when none is out. */
  nextBackInMs(nowMs: number): number;
  /** Takes some; resolves the slot for `putBack`. */
  take(nowMs: number, count: number): number;
  /** Puts tokens of a slot back before their time; without effect on those that came back by themselves. */
  putBack(slot: number, count: number): void;
}

const SECOND_MS = 1_000;
/**
 * Tokens that were taken within so long come back together, when the last of them does: bounds what is kept of a
 * workspace, and is never in its favour.
 */
const SLOT_MS = 5;

export function paceTokens(): PaceTokens {
  let taken: { readonly slot: number; lastMs: number; count: number }[] = [];
  const forget = (nowMs: number) => {
    const first = taken.findIndex(({ lastMs }) => lastMs + SECOND_MS > nowMs);
    taken = first === -1 ? [] : first === 0 ? taken : taken.slice(first);
  };
  return {
    out(nowMs) {
      forget(nowMs);
      return taken.reduce((sum, { count }) => sum + count, 0);
    },
    nextBackInMs(nowMs) {
      forget(nowMs);
      const next = taken.find(({ count }) => count > 0);
      return next === undefined ? 0 : next.lastMs + SECOND_MS - nowMs;
    },
    take(nowMs, count) {
      const slot = Math.floor(nowMs / SLOT_MS);
      const last = taken.at(-1);
      if (last?.slot === slot) {
        last.lastMs = nowMs;
        last.count += count;
      } else if (count > 0) {
        taken.push({ slot, lastMs: nowMs, count });
      }
      return slot;
    },
    putBack(slot, count) {
      const entry = taken.find((one) => one.slot === slot);
      if (entry !== undefined) entry.count = Math.max(0, entry.count - count);
    },
  };
}
