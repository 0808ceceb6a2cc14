import { LRUCache } from 'lru-cache';
import { networkOf } from './networkOf.ts';

/** Counts useless requests from each network address within a minute. */
export interface FloodGuard {
  count(address: string): number;
  isFlooding(address: string): boolean;
}

const WINDOW_MS = 60_000;
/** Addresses that are counted; beyond that the one counted longest ago is forgotten. */
const MAX_ADDRESSES = 10_000;

interface FloodGuardBounds {
  /** Addresses that are counted at the same time. */
  readonly maxAddresses?: number;
}

/** `maxPerMinute`: from one address. */
export function floodGuard(
  clock: { monotonicMs(): number },
  maxPerMinute: number,
  bounds: FloodGuardBounds = {},
): FloodGuard {
  const { maxAddresses = MAX_ADDRESSES } = bounds;
  const windows = new LRUCache<string, { readonly untilMs: number; count: number }>({ max: maxAddresses });
  const windowOf = (network: string) => {
    const window = windows.peek(network);
    return window !== undefined && window.untilMs > clock.monotonicMs() ? window : null;
  };
  return {
    count(address) {
      const network = networkOf(address);
      const window = windowOf(network) ?? { untilMs: clock.monotonicMs() + WINDOW_MS, count: 0 };
      window.count += 1;
      windows.set(network, window);
      return window.count;
    },
    isFlooding: (address) => (windowOf(networkOf(address))?.count ?? 0) >= maxPerMinute,
  };
}
