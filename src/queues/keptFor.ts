import { LRUCache } from 'lru-cache';

/** Keys of what pages show. */
const FEW = 100;

/** Answers that all who ask share. */
export interface Kept<Answer> {
  /** What is known under the key and younger than `maxAgeMs`, or what `ask` answers. What fails is asked again by the next. */
  of(key: string, ask: () => Promise<Answer>, maxAgeMs?: number): Promise<Answer>;
  /** The next one asks. */
  forget(key: string): void;
}

/**
 * What belongs to a key is asked for at most once in `forMs`, counted from the question, however many want it.
 * @param clock milliseconds that never go back
 * @param max keys that are kept at most; the one that was asked for longest ago is forgotten first
 */
export function keptFor<Answer>(
  clock: { readonly monotonicMs: () => number },
  forMs: number,
  max = FEW,
): Kept<Answer> {
  const kept = new LRUCache<string, { readonly atMs: number; readonly answer: Promise<Answer> }>({ max });
  return {
    of(key, ask, maxAgeMs = forMs) {
      const atMs = clock.monotonicMs();
      const known = kept.peek(key);
      if (known !== undefined && atMs - known.atMs < maxAgeMs) return known.answer;
      const entry = { atMs, answer: ask() };
      kept.set(key, entry);
      entry.answer.catch(() => {
        if (kept.peek(key) === entry) kept.delete(key);
      });
      return entry.answer;
    },
    forget: (key) => void kept.delete(key),
  };
}
