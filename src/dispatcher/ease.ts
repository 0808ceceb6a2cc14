import type { Clock } from '../ports/clock.ts';
import { type Turn, turnWithin } from '../runtime/turn.ts';

/** Deliveries handed over for an endpoint that wait in memory, beyond which the fan-out of its next ones waits a moment. */
const AT_EASE = 32;
/** However much waits, the fan-out goes on after this: an endpoint that takes its time must not hold up others. */
const MOMENT_MS = 50;

/**
 * Lets the fan-out go no faster than an endpoint answers, where it does: what is scheduled and posted within one moment
 * is folded at once, costs its work index next to nothing, and never has to be read from there.
 */
export interface Ease {
  /** Resolves when few enough wait for the endpoint, or a moment later; null when that is so already. */
  whenAtEase(endpointId: string, waiting: number): Promise<void> | null;
  /** So many are left. */
  left(endpointId: string, waiting: number): void;
}

export function easeBy(clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Ease {
  const waits = new Map<string, { readonly turn: Turn; readonly over: Promise<void> }>();
  const begin = async (endpointId: string, turn: Turn) => {
    await clock.sleep(MOMENT_MS, turn.signal);
    turn.end();
    waits.delete(endpointId);
  };
  return {
    whenAtEase(endpointId, waiting) {
      if (waiting <= AT_EASE || signal.aborted) return null;
      const before = waits.get(endpointId);
      if (before !== undefined) return before.over;
      const turn = turnWithin(signal);
      const wait = { turn, over: begin(endpointId, turn) };
      waits.set(endpointId, wait);
      return wait.over;
    },
    left(endpointId, waiting) {
      if (waiting <= AT_EASE) waits.get(endpointId)?.turn.end();
    },
  };
}
