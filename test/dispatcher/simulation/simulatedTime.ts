import type { Random } from '../../support/seededRandom.ts';
import type { Moment } from './deliveryRules.ts';

export const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;

/** How far steps from one date to a later one, of which at least a part lies between the two, set the clock forth. */
export function setForthMs(steps: readonly (readonly [fromMs: number, toMs: number])[]) {
  // What was due at the very moment of a step may not have begun.
  return (fromMs: number, toMs: number) =>
    steps.reduce((sum, [from, to]) => (from <= toMs && to >= fromMs ? sum + to - from : sum), 0);
}

/** Time that goes on to dates, and a wall clock that is stepped. */
export function simulatedTime(random: Random) {
  const skipped: [fromMs: number, toMs: number][] = [];
  let now: Moment = { wallMs: START_MS, monotonicMs: 0 };
  const pass = (ms: number) => {
    now = { wallMs: now.wallMs + ms, monotonicMs: now.monotonicMs + ms };
  };
  return {
    clock: {
      nowMs: () => now.wallMs,
      monotonicMs: () => now.monotonicMs,
      sleep: () => Promise.resolve(),
      turn: () => Promise.resolve(),
    },
    now: () => now,
    pass,
    passTo: (dateMs: number) => pass(Math.max(0, dateMs - now.wallMs)),
    set: (moment: Moment) => {
      now = moment;
    },
    /** Forward or backward, by two hours at most; what was due in between is late. */
    step() {
      const byMs = Math.floor((random() - 0.5) * 4 * HOUR_MS);
      if (byMs > 0) skipped.push([now.wallMs, now.wallMs + byMs]);
      now = { ...now, wallMs: now.wallMs + byMs };
    },
    setForthMs: setForthMs(skipped),
  };
}
