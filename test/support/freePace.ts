import type { Pace, PaceWindow } from '../../src/ports/pace.ts';
import type { Permit } from '../../src/work/worker.ts';

export const WINDOW: PaceWindow = { slot: 0, day: 0 };

/** Grants whatever is asked for. */
export const freePace: Pace = {
  take: async (_, __, wanted) => ({ granted: wanted, retryAfterMs: 0, window: WINDOW }),
  refund: async () => {},
  close: async () => {},
};

/** A permit that nobody asks about afterwards. */
export const freePermit: Permit = { use() {}, refund: async () => {} };

/** A pace with so many sends to grant; `left` tells what of them is still free. */
export interface CountedPace extends Pace {
  left: number;
}

export function countedPace(sends: number): CountedPace {
  const pace: CountedPace = {
    left: sends,
    async take(_, __, wanted) {
      const granted = Math.min(pace.left, wanted);
      pace.left -= granted;
      return { granted, retryAfterMs: granted === wanted ? 0 : 1_000, window: WINDOW };
    },
    async refund(_, __, unused) {
      pace.left += unused;
    },
    close: async () => {},
  };
  return pace;
}
