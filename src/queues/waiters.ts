/** Any number of waits for the same thing. */
export interface Waiters {
  /** Resolves at the next `wakeAll`, or when the signal aborts; then it leaves nothing with the signal. */
  wait(signal: AbortSignal): Promise<void>;
  wakeAll(): void;
}

/** An empty set of waits. */
export function waiters(): Waiters {
  const waiting = new Set<() => void>();
  return {
    wait: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      }),
    wakeAll() {
      for (const wake of [...waiting]) wake();
    },
  };
}
