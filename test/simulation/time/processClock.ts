import type { Clock } from '../../../src/ports/clock.ts';
import type { Agenda } from './agenda.ts';
import type { Life } from './life.ts';
import type { WallClocks } from './wallClocks.ts';

/** A sleeper of no more than this looks, or tells how it is, again and again, and does nothing where nothing is due. */
const LONGEST_POLL_MS = 30_000;

/** The clock of one process. While it is paused time goes on, and sleepers wake late. */
export function processClock(agenda: Agenda, wall: WallClocks, life: Life): Clock {
  return {
    nowMs: () => wall.nowMs(life.process),
    monotonicMs: agenda.nowMs,
    // What waits for a turn goes on at the same moment: only a process that is paused or dead is in between.
    turn: () =>
      life.isAlive() && !life.isPaused()
        ? Promise.resolve()
        : new Promise((resolve) => life.at(agenda.nowMs(), resolve, 'poll')),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || !(ms > 0)) return resolve();
        const wake = () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const entry = life.at(
          together(agenda.nowMs() + ms, ms),
          wake,
          ms <= LONGEST_POLL_MS ? 'poll' : 'wait',
        );
        const stop = () => {
          entry.cancel();
          resolve();
        };
        signal?.addEventListener('abort', stop, { once: true });
      }),
  };
}

/** Timers of some length fire together with others of the time, as a kernel has them that saves power: a twentieth late. */
function together(dueMs: number, ms: number): number {
  const grainMs = ms >= 500 ? 25 : ms >= 100 ? 5 : 0;
  return grainMs === 0 ? dueMs : Math.ceil(dueMs / grainMs) * grainMs;
}
