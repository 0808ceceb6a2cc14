import type { Clock } from '../../ports/clock.ts';
import { delayQueue } from '../../queues/delayQueue.ts';
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
  const paused = delayQueue<ReadAhead>();
  const suspects = new Set<string>();
  /** Reactions under way or paused, by owner. */
  const open = new Map<string, number>();
  let size = 0;
  let isTicking = false;

  const close = ({ owner }: ReadAhead) => {
    const left = (open.get(owner) ?? 1) - 1;
    if (left > 0) open.set(owner, left);
    else open.delete(owner);
  };
  const takeOver = (): readonly ReadAhead[] => {
    const over = paused.takeDue(clock.monotonicMs());
    for (const entry of over) close(entry);
    size -= over.length;
    return over;
  };
  /** One timer for all of them. */
  const tick = async () => {
    isTicking = true;
    while (size > 0 && !signal.aborted) {
      await clock.sleep(FIRST_PAUSE_MS, signal);
      const over = signal.aborted ? [] : takeOver();
      if (over.length > 0) onOver(over);
    }
    isTicking = false;
  };
  return {
    begun: ({ owner }) => void open.set(owner, (open.get(owner) ?? 0) + 1),
    succeeded(entry) {
      close(entry);
      suspects.delete(entry.owner);
    },
    repeatLater(entry) {
      const before = pausesMs.get(entry);
      const pauseMs = before === undefined ? FIRST_PAUSE_MS : Math.min(2 * before, LONGEST_PAUSE_MS);
      pausesMs.set(entry, pauseMs);
      paused.add(clock.monotonicMs() + pauseMs, entry);
      suspects.add(entry.owner);
      size++;
      if (!isTicking) void tick();
      return before === undefined;
    },
    mayGoOn: (owner) => size < MAX_PAUSED && (!suspects.has(owner) || (open.get(owner) ?? 0) < MAX_EACH),
  };
}
