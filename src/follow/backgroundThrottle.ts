import type { Clock } from '../ports/clock.ts';

/**
 * Makes background work wait while sends are being accepted. All consumers and workers of a process share one account:
 * each piece of work is followed by a rest. So accepting has most of a core however many consumers there are, and the
 * background becomes slower, in larger and cheaper batches, but never stops.
 */
export interface BackgroundThrottle {
  /** Called after `ms` milliseconds of background work. */
  afterWork(ms: number, signal: AbortSignal): Promise<void>;
}

/** Rest for each millisecond of work while sends are in flight. */
const REST_RATIO = 3;
/** However much rest is owed, work goes on after this. */
const LONGEST_REST_MS = 1_000;

export function backgroundThrottle(clock: Clock, sendsInFlight: () => number): BackgroundThrottle {
  let restUntilMs = 0;
  return {
    async afterWork(ms, signal) {
      if (sendsInFlight() === 0) {
        restUntilMs = 0;
        await clock.turn();
        return;
      }
      const nowMs = clock.monotonicMs();
      const owedMs = Math.max(restUntilMs, nowMs) + Math.max(1, ms) * REST_RATIO;
      restUntilMs = Math.min(owedMs, nowMs + LONGEST_REST_MS);
      await clock.sleep(restUntilMs - nowMs, signal);
    },
  };
}
