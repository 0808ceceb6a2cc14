import { type LinkedSignal, linkedSignal } from './linkedSignal.ts';

/** Wakes one waiter when there is something to do; a notification before the wait began counts too. */
export interface Notify {
  notify(): void;
  /** Resolves at the next notification, after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function notify(sleep: (ms: number, signal: AbortSignal) => Promise<void>): Notify {
  let notified = false;
  let waiting: LinkedSignal | null = null;
  return {
    notify() {
      notified = true;
      waiting?.end();
    },
    async wait(ms, signal) {
      if (!notified) {
        const turn = linkedSignal(signal);
        waiting = turn;
        await sleep(ms, turn.signal);
        turn.end();
        waiting = null;
      }
      notified = false;
    },
  };
}
