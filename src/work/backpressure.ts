import type { Clock } from '../ports/clock.ts';
import { type LinkedSignal, linkedSignal } from '../queues/linkedSignal.ts';

/** Items of a lane in memory, beyond which the one who hands over the next waits a moment. */
const MAX_WAITING = 32;
/** However many wait, it goes on after this: a slow owner must not delay others. */
const MOMENT_MS = 50;

/**
 * Backpressure: items are handed over no faster than they begin. Those that are scheduled and done within one moment are folded
 * together, cost the work index almost nothing, and never have to be read from it.
 */
export interface Backpressure {
  /** Resolves when few enough wait in the lane, or a moment later; null when that is so already. */
  wait(lane: string, waiting: number): Promise<void> | null;
  /** Reports how many still wait. */
  left(lane: string, waiting: number): void;
}

export function laneBackpressure(clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Backpressure {
  const waits = new Map<string, { readonly turn: LinkedSignal; readonly over: Promise<void> }>();
  const begin = async (lane: string, turn: LinkedSignal) => {
    await clock.sleep(MOMENT_MS, turn.signal);
    turn.end();
    waits.delete(lane);
  };
  return {
    wait(lane, waiting) {
      if (waiting <= MAX_WAITING || signal.aborted) return null;
      const before = waits.get(lane);
      if (before !== undefined) return before.over;
      const turn = linkedSignal(signal);
      const wait = { turn, over: begin(lane, turn) };
      waits.set(lane, wait);
      return wait.over;
    },
    left(lane, waiting) {
      if (waiting <= MAX_WAITING) waits.get(lane)?.turn.end();
    },
  };
}
