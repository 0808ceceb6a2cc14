import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock.ts';

/** Counts useless requests from each address within a minute. */
export interface FloodGuard {
  count(address: string): number;
  isFlooding(address: string): boolean;
}

const WINDOW_MS = 60_000;
/** Addresses that are counted; beyond that the one counted longest ago is forgotten. */
const MAX_ADDRESSES = 10_000;

/** `maxPerMinute`: from one address. `maxAddresses`: addresses that are counted at the same time. */
export function floodGuard(
  clock: Pick<Clock, 'monotonicMs'>,
  maxPerMinute: number,
  maxAddresses = MAX_ADDRESSES,
): FloodGuard {
  const windows = new LRUCache<string, { readonly untilMs: number; count: number }>({ max: maxAddresses });
  const windowOf = (address: string) => {
    const window = windows.peek(address);
    return window !== undefined && window.untilMs > clock.monotonicMs() ? window : null;
  };
  return {
    count(address) {
      const window = windowOf(address) ?? { untilMs: clock.monotonicMs() + WINDOW_MS, count: 0 };
      window.count += 1;
      windows.set(address, window);
      return window.count;
    },
    isFlooding: (address) => (windowOf(address)?.count ?? 0) >= maxPerMinute,
  };
}
