import type { Clock } from '../ports/clock.ts';

/** Counts the useless from each address within a minute. */
export interface FloodGuard {
  count(address: string): number;
  isFlooding(address: string): boolean;
}

const WINDOW_MS = 60_000;
/** Addresses that are remembered; beyond them the oldest is forgotten. */
const MAX_ADDRESSES = 10_000;

/** `mostAMinute`: what one address may bring of it. `maxAddresses`: how many addresses are remembered. */
export function floodGuard(
  clock: Pick<Clock, 'monotonicMs'>,
  mostAMinute: number,
  maxAddresses = MAX_ADDRESSES,
): FloodGuard {
  const windows = new Map<string, { untilMs: number; count: number }>();
  const windowOf = (address: string) => {
    const window = windows.get(address);
    return window !== undefined && window.untilMs > clock.monotonicMs() ? window : null;
  };
  return {
    count(address) {
      const window = windowOf(address) ?? { untilMs: clock.monotonicMs() + WINDOW_MS, count: 0 };
      window.count += 1;
      windows.delete(address);
      windows.set(address, window);
      const oldest = windows.keys().next().value;
      if (windows.size > maxAddresses && oldest !== undefined) windows.delete(oldest);
      return window.count;
    },
    isFlooding: (address) => (windowOf(address)?.count ?? 0) >= mostAMinute,
  };
}
