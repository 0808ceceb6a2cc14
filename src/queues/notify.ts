import { type LinkedSignal, linkedSignal } from './linkedSignal.ts';
import { waiters } from './waiters.ts';

/** Wakes one waiter when there is something to do; a notification before the wait began counts too. */
export interface Notify {
  notify(): void;
  /** Resolves at the next notification, after `ms`, which may be infinite, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function notify(sleep: (ms: number, signal: AbortSignal) => Promise<void>): Notify {
  let notified = false;
  let sleeping: LinkedSignal | null = null;
  const waiting = waiters();
  const sleepAtMost = async (ms: number, signal: AbortSignal) => {
    const turn = linkedSignal(signal);
    sleeping = turn;
    await sleep(ms, turn.signal);
    turn.end();
    sleeping = null;
  };
  return {
    notify() {
      notified = true;
      sleeping?.end();
      waiting.wakeAll();
    },
    async wait(ms, signal) {
      // Without a time to wake at there is no timer to clear: then no signal of its own is needed, which costs more than all else here.
      if (!notified) await (ms === Number.POSITIVE_INFINITY ? waiting.wait(signal) : sleepAtMost(ms, signal));
      notified = false;
    },
  };
}
