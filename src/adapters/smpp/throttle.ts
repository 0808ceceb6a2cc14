import type { Clock } from '../../ports/clock.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** Limits the requests to the carrier: a window of unanswered ones, and pauses when it asks for them, until the signal aborts. */
export function throttle(window: number, clock: Clock, signal: AbortSignal) {
  let inFlight = 0;
  let pauseMs = 0;
  let closedUntilMs = 0;
  const waiting: (() => void)[] = [];
  const closedForMs = () => Math.max(0, closedUntilMs - clock.monotonicMs());
  return {
    /** Milliseconds until a pause ends. */
    closedForMs,
    /** Runs a request once there is room in the window and no pause; null: that was after `untilMs` (monotonic) or the signal's abort, and it was not run. */
    async pass<Result>(request: () => Promise<Result>, untilMs: number): Promise<Result | null> {
      if (inFlight >= window) await new Promise<void>((resolve) => waiting.push(resolve));
      else inFlight += 1;
      try {
        while (closedForMs() > 0 && !signal.aborted) await clock.sleep(closedForMs(), signal);
        if (signal.aborted || clock.monotonicMs() > untilMs) return null;
        return await request();
      } finally {
        // The place in the window goes to the next request directly.
        const next = waiting.shift();
        if (next === undefined) inFlight -= 1;
        else next();
      }
    },
    /** The carrier answered, and asked for no slower pace: the next pause is half as long. */
    speedUp(): void {
      pauseMs = pauseMs < FIRST_PAUSE_MS ? 0 : pauseMs / 2;
    },
    /** The carrier asked for a slower pace: all requests pause, twice as long each time. */
    slowDown(): void {
      // Requests that were in flight when the first was refused cause no further pause.
      if (closedForMs() > 0) return;
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      closedUntilMs = clock.monotonicMs() + pauseMs;
    },
  };
}
