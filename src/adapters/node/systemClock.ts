import type { Clock } from '../../ports/clock.ts';

/** Timers hold at most this many milliseconds (2^31 - 1); a longer sleep uses several timers. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The machine's clocks: the wall clock for dates, `performance.now` (CLOCK_MONOTONIC) for how long something takes. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted || !(ms > 0)) return resolve();
      const untilMs = performance.now() + ms;
      let timer: NodeJS.Timeout;
      const wait = () => {
        const leftMs = untilMs - performance.now();
        if (leftMs <= 0) return wake();
        timer = setTimeout(wait, Math.min(leftMs, LONGEST_TIMER_MS));
      };
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      signal?.addEventListener('abort', wake, { once: true });
      timer = setTimeout(wait, Math.min(ms, LONGEST_TIMER_MS));
    }),
};
