import type { Clock } from '../../../src/ports/clock.ts';
import type { Agenda } from './agenda.ts';
import type { Life } from './life.ts';
import type { WallClocks } from './wallClocks.ts';

/** Told of every sleep that came to its end by itself: what a quiet world does is counted there. */
export type OnWake = (life: Life, ms: number) => void;

/** The clock of one process. While it is paused time goes on, and whoever slept wakes late. */
export function processClock(agenda: Agenda, wall: WallClocks, life: Life, onWake: OnWake): Clock {
  return {
    nowMs: () => wall.nowMs(life.process),
    monotonicMs: agenda.nowMs,
    turn: () => new Promise((resolve) => life.at(agenda.nowMs(), resolve)),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || !(ms > 0)) return resolve();
        const wake = () => {
          signal?.removeEventListener('abort', stop);
          onWake(life, ms);
          resolve();
        };
        const entry = life.at(agenda.nowMs() + ms, wake);
        const stop = () => {
          entry.cancel();
          resolve();
        };
        signal?.addEventListener('abort', stop, { once: true });
      }),
  };
}
