import type { Clock } from '../../../src/ports/clock.ts';
import type { Moment } from './deliveryRules.ts';
import { dueQueue } from './dueQueue.ts';

/** Turns of the event loop in which whoever was woken comes to the next sleep. */
const SETTLE_TURNS = 4;

/** A clock that goes from one sleeper to the next, however many there are, and whose date may be stepped. */
export interface EventfulClock extends Clock {
  now(): Moment;
  /** Has something done at a moment of the time that passes. */
  at(monotonicMs: number, act: () => void): void;
  step(byMs: number): void;
  /** Lets time pass until nothing is left to be done before that moment, or `isOver`. */
  run(untilMonotonicMs: number, isOver: () => boolean): Promise<void>;
}

export function eventfulClock(startMs: number): EventfulClock {
  const due = dueQueue<{ act: (() => void) | null }>();
  let passedMs = 0;
  let aheadMs = startMs;
  const settle = async () => {
    for (let turn = 0; turn < SETTLE_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    nowMs: () => aheadMs + passedMs,
    monotonicMs: () => passedMs,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    now: () => ({ wallMs: aheadMs + passedMs, monotonicMs: passedMs }),
    at: (monotonicMs, act) => due.add(Math.ceil(monotonicMs), { act }),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve();
        const sleeper: { act: (() => void) | null } = { act: null };
        const wake = () => {
          sleeper.act = null;
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        sleeper.act = wake;
        due.add(Math.ceil(passedMs + ms), sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    step: (byMs) => {
      aheadMs += byMs;
    },
    async run(untilMs, isOver) {
      await settle();
      for (let next = due.take(); next !== undefined; next = due.take()) {
        const { act } = next.item;
        if (act === null) continue;
        if (next.dueAtMs > untilMs || isOver()) return;
        passedMs = Math.max(passedMs, next.dueAtMs);
        act();
        await settle();
      }
    },
  };
}
