import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until it is moved: a test of a 24-hour retry takes milliseconds. */
export interface ManualClock extends Clock {
  /** Moves time on and wakes every sleeper whose time has come, in order. */
  advance(ms: number): Promise<void>;
  set(ms: number): void;
  readonly sleepers: number;
}

/** Turns of the event loop in which whoever was woken comes to its next sleep. */
const SETTLE_TURNS = 10;

export function manualClock(startMs = Date.parse('2026-01-01T00:00:00.000Z')): ManualClock {
  let now = startMs;
  const sleeping = new Set<{ until: number; wake: () => void }>();
  return {
    nowMs: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve();
        const wake = () => {
          sleeping.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { until: now + ms, wake };
        sleeping.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    async advance(ms) {
      const target = now + ms;
      for (;;) {
        // Whoever was woken may sleep again within the stretch, so the earliest sleeper is looked up anew.
        for (let turn = 0; turn < SETTLE_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
        const next = [...sleeping]
          .filter(({ until }) => until <= target)
          .sort((a, b) => a.until - b.until)[0];
        if (next === undefined) break;
        now = next.until;
        next.wake();
      }
      now = target;
    },
    set: (ms) => {
      now = ms;
    },
    get sleepers() {
      return sleeping.size;
    },
  };
}
