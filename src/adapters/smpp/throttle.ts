import type { Clock } from '../../ports/clock.ts';

/** Limits the requests to the carrier: a window of unanswered ones, and pauses when it asks for them. */
export interface Throttle {
  /** Runs a request once there is room in the window and no pause. */
  pass<Result>(request: () => Promise<Result>): Promise<Result>;
  /** The carrier asked for a slower pace: all requests pause, longer each time. */
  slowDown(): void;
  /** Milliseconds until a pause ends. */
  closedForMs(): number;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

export function throttle(window: number, clock: Clock): Throttle {
  let underWay = 0;
  let pauseMs = 0;
  let closedUntilMs = 0;
  const waiting: (() => void)[] = [];
  const closedForMs = () => Math.max(0, closedUntilMs - clock.monotonicMs());
  return {
    closedForMs,
    async pass(request) {
      if (underWay >= window) await new Promise<void>((resolve) => waiting.push(resolve));
      else underWay += 1;
      try {
        while (closedForMs() > 0) await clock.sleep(closedForMs());
        const result = await request();
        // Each answer halves the next pause; each refusal for being too fast doubles it.
        pauseMs = pauseMs < FIRST_PAUSE_MS ? 0 : pauseMs / 2;
        return result;
      } finally {
        // The place in the window goes to the next request directly.
        const next = waiting.shift();
        if (next === undefined) underWay -= 1;
        else next();
      }
    },
    slowDown() {
      // Requests that were in flight when the first was refused cause no further pause.
      if (closedForMs() > 0) return;
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 4));
      closedUntilMs = clock.monotonicMs() + pauseMs;
    },
  };
}
