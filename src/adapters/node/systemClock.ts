import type { Clock } from '../../ports/clock.ts';

/** Timers hold at most this many milliseconds (2^31 - 1); a longer sleep uses several timers. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** A timer may fire part of a millisecond early, and what is left would wake the process again: a long one is set later. */
const LONG_MS = 100;

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
        timer = setTimeout(wait, timerMs(leftMs));
      };
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      signal?.addEventListener('abort', wake, { once: true });
      timer = setTimeout(wait, timerMs(ms));
    }),
};

function timerMs(ms: number): number {
  return Math.min(ms < LONG_MS ? ms : Math.ceil(ms) + 1, LONGEST_TIMER_MS);
}
