import type { Clock } from '../../ports/clock.ts';
import { backoff } from '../../queues/backoff.ts';
import { counts } from '../../queues/counts.ts';
import type { ReadAhead } from './memoryShares.ts';

/** Reactions that failed and are repeated after a pause. */
export interface FaultyReactions {
  begun(entry: ReadAhead): void;
  succeeded(entry: ReadAhead): void;
  /** True for the first fault of a reaction: it is logged only then. */
  repeatLater(entry: ReadAhead): boolean;
  /** Whether another reaction of the owner may begin: after a fault an owner has a few at a time until one succeeds. */
  mayGoOn(owner: string): boolean;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Reactions under way or paused, of an owner whose reactions fail. */
const MAX_EACH = 8;
/** Reactions paused in all: with more the cause is not one owner, as when the log is not available. */
const MAX_PAUSED = 1_024;

/** Pauses double with each fault of a reaction. `onOver` gets the reactions whose pauses are over. */
export function faultyReactions(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  onOver: (entries: readonly ReadAhead[]) => void,
): FaultyReactions {
  const pausesMs = new WeakMap<ReadAhead, number>();
  const paused = backoff<ReadAhead, ReadAhead>(clock);
  const suspects = new Set<string>();
  const underWay = counts();
  let isTicking = false;

  /** One timer for all of them. */
  const tick = async () => {
    isTicking = true;
    while (paused.size > 0 && !signal.aborted) {
      await clock.sleep(FIRST_PAUSE_MS, signal);
      const over = signal.aborted ? [] : paused.takeDue();
      if (over.length > 0) onOver(over);
    }
    isTicking = false;
  };
  return {
    begun: ({ owner }) => underWay.add(owner, 1),
    succeeded({ owner }) {
      underWay.add(owner, -1);
      suspects.delete(owner);
    },
    repeatLater(entry) {
      const { owner } = entry;
      const before = pausesMs.get(entry);
      const pauseMs = before === undefined ? FIRST_PAUSE_MS : Math.min(2 * before, LONGEST_PAUSE_MS);
      pausesMs.set(entry, pauseMs);
      underWay.add(owner, -1);
      paused.add(entry, owner, pauseMs, entry);
      suspects.add(owner);
      if (!isTicking) void tick();
      return before === undefined;
    },
    mayGoOn: (owner) =>
      paused.size < MAX_PAUSED &&
      (!suspects.has(owner) || underWay.of(owner) + paused.waitingOf(owner) < MAX_EACH),
  };
}
