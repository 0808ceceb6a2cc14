import type { Clock } from '../../ports/clock.ts';

interface Waiter {
  readonly bytes: number;
  admit(): void;
}

/** Shorter than this says nothing about how many are served. */
const MEASURED_MS = 1_000;

/**
 * Bounds how much is in flight at once, in calls and in bytes; later calls wait in a line, which holds no more than would be served in
 * their time at the rate of the last seconds: others would be refused in any case, only later.
 */
export function appendLine(clock: Clock, maxCalls: number, maxBytes: number) {
  let calls = 0;
  let bytesInFlight = 0;
  const line = new Set<Waiter>();
  /** Since when there is a line, or the last seconds of that, and how many were answered since then. */
  let measuredSinceMs = 0;
  let answered = 0;
  // One call always fits, however large.
  const fits = (bytes: number) => calls === 0 || (calls < maxCalls && bytesInFlight + bytes <= maxBytes);
  const take = (bytes: number) => {
    calls += 1;
    bytesInFlight += bytes;
  };
  const isTooLong = (timeoutMs: number) => {
    const nowMs = clock.monotonicMs();
    if (line.size === 0) {
      measuredSinceMs = nowMs;
      answered = 0;
    }
    const measuredMs = nowMs - measuredSinceMs;
    if (measuredMs < MEASURED_MS) return false;
    const isFull = line.size >= (answered / measuredMs) * timeoutMs;
    if (measuredMs >= 2 * MEASURED_MS) {
      measuredSinceMs += measuredMs / 2;
      answered /= 2;
    }
    return isFull;
  };
  return {
    /** Resolves true when the call may begin, false when it waited for `timeoutMs`, or would do so. */
    enter(bytes: number, timeoutMs: number): Promise<boolean> {
      if (line.size === 0 && fits(bytes)) {
        take(bytes);
        return Promise.resolve(true);
      }
      if (isTooLong(timeoutMs)) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          line.delete(waiter);
          resolve(false);
        }, timeoutMs);
        const waiter = {
          bytes,
          admit: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
        line.add(waiter);
      });
    },
    leave(bytes: number, isAnswered: boolean): void {
      calls -= 1;
      bytesInFlight -= bytes;
      if (isAnswered) answered += 1;
      for (const waiter of line) {
        if (!fits(waiter.bytes)) break;
        line.delete(waiter);
        take(waiter.bytes);
        waiter.admit();
      }
    },
  };
}
