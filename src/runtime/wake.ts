/** A bell: whoever waits is woken by a ring, also by one that came just before the waiting began. */
export interface Wake {
  ring(): void;
  /** Resolves at the next ring, after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function wake(sleep: (ms: number, signal: AbortSignal) => Promise<void>): Wake {
  let rung = false;
  let waiting: AbortController | null = null;
  return {
    ring() {
      rung = true;
      waiting?.abort();
    },
    async wait(ms, signal) {
      if (!rung) {
        waiting = new AbortController();
        await sleep(ms, AbortSignal.any([signal, waiting.signal]));
        waiting = null;
      }
      rung = false;
    },
  };
}
