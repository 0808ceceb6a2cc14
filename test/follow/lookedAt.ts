import type { HeldPartitions } from '../../src/follow/partitions.ts';
import type { Clock } from '../../src/ports/clock.ts';

const LOOK_EVERY_MS = 100;

/** Partitions as a test sets them, without leases: whether there are others is looked at ten times a second. */
export function lookedAt(
  current: () => Set<number>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Pick<HeldPartitions, 'current' | 'onChanged'> {
  return {
    current,
    onChanged(call) {
      const look = async () => {
        for (let before = [...current()].join(); !signal.aborted; ) {
          await clock.sleep(LOOK_EVERY_MS, signal);
          const now = [...current()].join();
          if (now !== before) call();
          before = now;
        }
      };
      void look();
      return () => {};
    },
  };
}

/** The same where they stay as they are. */
export const unchanging = (current: () => ReadonlySet<number>) => ({ current, onChanged: () => () => {} });
