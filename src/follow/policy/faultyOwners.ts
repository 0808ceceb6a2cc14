import type { Clock } from '../../ports/clock.ts';
import { counts } from '../../queues/counts.ts';

/** Owners whose reactions fail: after a fault nothing of an owner begins for a while, and then a few reactions at a time. */
export interface FaultyOwners {
  begun(owner: string): void;
  succeeded(owner: string): void;
  /** True for the first fault of an owner: it is logged only then. */
  failed(owner: string): boolean;
  /** Whether a reaction of the owner may begin. */
  mayGoOn(owner: string): boolean;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Reactions under way of an owner whose last one failed. */
const MAX_EACH = 8;
/** With so many owners the cause is not one of them, as when the log is not available: no other is tried. */
const MAX_OWNERS = 1_024;

/** Pauses double until a reaction of the owner succeeds. `onOver` is called when a pause is over. */
export function faultyOwners(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  onOver: () => void,
): FaultyOwners {
  const pauses = new Map<string, { readonly pauseMs: number; readonly untilMs: number }>();
  const underWay = counts();
  return {
    begun: (owner) => underWay.add(owner, 1),
    succeeded(owner) {
      underWay.add(owner, -1);
      pauses.delete(owner);
    },
    failed(owner) {
      underWay.add(owner, -1);
      const before = pauses.get(owner);
      const nowMs = clock.monotonicMs();
      // Those that were under way together fail together, and count once.
      if (before !== undefined && nowMs < before.untilMs) return false;
      const pauseMs = Math.min(2 * (before?.pauseMs ?? FIRST_PAUSE_MS / 2), LONGEST_PAUSE_MS);
      pauses.set(owner, { pauseMs, untilMs: nowMs + pauseMs });
      void clock.sleep(pauseMs, signal).then(onOver);
      return before === undefined;
    },
    mayGoOn(owner) {
      const pause = pauses.get(owner);
      if (pause === undefined) return pauses.size < MAX_OWNERS;
      return clock.monotonicMs() >= pause.untilMs && underWay.of(owner) < MAX_EACH;
    },
  };
}
