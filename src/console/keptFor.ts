import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock.ts';

const KEPT = 100;

/**
 * Answers that all open consoles share: what belongs to a key is asked for at most once in `forMs`, however many pages want
 * it. What fails is asked for again at the next page.
 */
export function keptFor<Answer>(
  clock: Pick<Clock, 'monotonicMs'>,
  forMs: number,
): (key: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const kept = new LRUCache<string, { readonly atMs: number; readonly answer: Promise<Answer> }>({
    max: KEPT,
  });
  return (key, ask) => {
    const atMs = clock.monotonicMs();
    const known = kept.get(key);
    if (known !== undefined && atMs - known.atMs < forMs) return known.answer;
    const answer = ask();
    kept.set(key, { atMs, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
