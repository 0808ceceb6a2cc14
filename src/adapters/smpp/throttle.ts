import type { Clock } from '../../ports/clock.ts';

/** How fast the carrier may be spoken to: a window of unanswered requests, and pauses when it asks for them. */
export interface Throttle {
  /** Runs a request once there is room in the window and no pause. */
  pass<Result>(request: () => Promise<Result>): Promise<Result>;
  /** The carrier said that it is too fast: everyone pauses, for longer each time. */
  slowDown(): void;
  /** Milliseconds that are left of a pause. */
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
        // Half the pause is forgotten with each answer; a refusal for being too fast doubles it again.
        pauseMs = pauseMs < FIRST_PAUSE_MS ? 0 : pauseMs / 2;
        return result;
      } finally {
        // The place in the window passes to the next, and is not free in between.
        const next = waiting.shift();
        if (next === undefined) underWay -= 1;
        else next();
      }
    },
    slowDown() {
      // Those that were under way when the first was refused are part of the same haste.
      if (closedForMs() > 0) return;
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 4));
      closedUntilMs = clock.monotonicMs() + pauseMs;
    },
  };
}
