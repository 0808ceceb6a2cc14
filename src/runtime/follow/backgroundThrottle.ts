import type { Clock } from '../../ports/clock.ts';

/**
 * Background work lets sends pass: all consumers and workers of a process share one account, on which each stretch of
 * work is paid for by a rest while messages are being taken in. So accepting keeps most of a core however many
 * consumers there are, and the background is slowed, in larger and cheaper batches, but never stopped.
 */
export interface BackgroundThrottle {
  /** Called after `ms` milliseconds of background work. */
  afterWork(ms: number, signal: AbortSignal): Promise<void>;
}

/** Rest for each millisecond of work while sends are in flight. */
const REST_RATIO = 3;
/** However much is owed, everyone gets on again after this. */
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
