import type { Clock } from '../ports/clock.ts';
import { type LinkedSignal, linkedSignal } from '../queues/linkedSignal.ts';

/** Deliveries handed over for an endpoint that wait in memory, beyond which the fan-out of its next ones waits a moment. */
const MAX_WAITING = 32;
/** However many wait, the fan-out goes on after this: a slow endpoint must not delay others. */
const MOMENT_MS = 50;

/**
 * Backpressure: the fan-out goes no faster than an endpoint answers. Deliveries that are scheduled and posted within one
 * moment are folded together, cost the work index almost nothing, and never have to be read from it.
 */
export interface Backpressure {
  /** Resolves when few enough wait for the endpoint, or a moment later; null when that is so already. */
  wait(endpointId: string, waiting: number): Promise<void> | null;
  /** Reports how many still wait. */
  left(endpointId: string, waiting: number): void;
}

export function fanOutBackpressure(clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Backpressure {
  const waits = new Map<string, { readonly turn: LinkedSignal; readonly over: Promise<void> }>();
  const begin = async (endpointId: string, turn: LinkedSignal) => {
    await clock.sleep(MOMENT_MS, turn.signal);
    turn.end();
    waits.delete(endpointId);
  };
  return {
    wait(endpointId, waiting) {
      if (waiting <= MAX_WAITING || signal.aborted) return null;
      const before = waits.get(endpointId);
      if (before !== undefined) return before.over;
      const turn = linkedSignal(signal);
      const wait = { turn, over: begin(endpointId, turn) };
      waits.set(endpointId, wait);
      return wait.over;
    },
    left(endpointId, waiting) {
      if (waiting <= MAX_WAITING) waits.get(endpointId)?.turn.end();
    },
  };
}
