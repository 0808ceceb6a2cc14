import { type Turn, turnWithin } from './turn.ts';

/** A bell: whoever waits is woken by a ring, also by one that came just before the waiting began. */
export interface Wake {
  ring(): void;
  /** Resolves at the next ring, after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function wake(sleep: (ms: number, signal: AbortSignal) => Promise<void>): Wake {
  let rung = false;
  let waiting: Turn | null = null;
  return {
    ring() {
      rung = true;
      waiting?.end();
    },
    async wait(ms, signal) {
      if (!rung) {
        const turn = turnWithin(signal);
        waiting = turn;
        await sleep(ms, turn.signal);
        turn.end();
        waiting = null;
      }
      rung = false;
    },
  };
}
