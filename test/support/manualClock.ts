import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until it is moved: a test of a 24-hour retry takes milliseconds. */
export interface ManualClock extends Clock {
  /** Lets time pass by both clocks, and wakes every sleeper whose time has come, in order. */
  advance(ms: number): Promise<void>;
  /** Lets time pass by both clocks, at once: anyone who slept less long wakes, and nobody in between. */
  pass(ms: number): void;
  /** Steps the wall clock to a date, as an operator does: no time passes, no sleeper wakes. */
  step(toMs: number): void;
  readonly sleepers: number;
  /** Resolves as soon as somebody sleeps. */
  asleep(): Promise<void>;
}

/** Turns of the event loop in which anyone who was woken comes to its next sleep. */
const SETTLE_TURNS = 10;

export function manualClock(startMs = Date.parse('2026-01-01T00:00:00.000Z')): ManualClock {
  let passedMs = 0;
  /** What the wall clock is ahead of the time that has passed. */
  let aheadMs = startMs;
  const sleeping = new Set<{ untilMs: number; wake: () => void }>();
  const fallenAsleep: (() => void)[] = [];
  const next = (byMs: number) =>
    [...sleeping].filter(({ untilMs }) => untilMs <= byMs).sort((a, b) => a.untilMs - b.untilMs)[0];
  return {
    nowMs: () => aheadMs + passedMs,
    monotonicMs: () => passedMs,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve();
        const wake = () => {
          sleeping.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { untilMs: passedMs + ms, wake };
        sleeping.add(sleeper);
        for (const tell of fallenAsleep.splice(0)) tell();
        signal?.addEventListener('abort', wake, { once: true });
      }),
    async advance(ms) {
      const targetMs = passedMs + ms;
      for (;;) {
        // Anyone who was woken may sleep again within the stretch, so the earliest sleeper is looked up again.
        for (let turn = 0; turn < SETTLE_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
        const sleeper = next(targetMs);
        if (sleeper === undefined) break;
        passedMs = Math.max(passedMs, sleeper.untilMs);
        sleeper.wake();
      }
      passedMs = targetMs;
    },
    pass(ms) {
      passedMs += ms;
      for (let late = next(passedMs); late !== undefined; late = next(passedMs)) late.wake();
    },
    step: (toMs) => {
      aheadMs = toMs - passedMs;
    },
    asleep: () =>
      new Promise((resolve) => {
        if (sleeping.size > 0) resolve();
        else fallenAsleep.push(resolve);
      }),
    get sleepers() {
      return sleeping.size;
    },
  };
}
