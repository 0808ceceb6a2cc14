import type { Clock } from '../ports/clock.ts';

/**
 * Makes background work wait while sends are being accepted, and what no one waits for while something that others wait for is
 * catching up, as the work indexes after an upgrade. All consumers and workers of a process share one account: each piece of work
 * is followed by a rest. So accepting has most of a core however many consumers there are, and the background becomes slower, in
 * larger and cheaper batches, but never stops.
 */
export interface BackgroundThrottle {
  /** Called after `ms` milliseconds of background work. `isAwaited`: others wait for it. */
  afterWork(ms: number, signal: AbortSignal, isAwaited?: boolean): Promise<void>;
  /** Says of a consumer that others wait for whether it is catching up with the log. */
  catchingUp(consumer: string, is: boolean): void;
}

/** Rest for each millisecond of work that gives way. */
const REST_RATIO = 3;
/** However much rest is owed, work goes on after this. */
const LONGEST_REST_MS = 1_000;

export function backgroundThrottle(clock: Clock, sendsInFlight: () => number): BackgroundThrottle {
  let restUntilMs = 0;
  const awaited = new Set<string>();
  return {
    catchingUp: (consumer, is) => void (is ? awaited.add(consumer) : awaited.delete(consumer)),
    async afterWork(ms, signal, isAwaited = true) {
      if (sendsInFlight() === 0 && (isAwaited || awaited.size === 0)) {
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
