/** Tells subscriptions that the log has grown: at once for what this process wrote, soon for what others did. */
export interface LogNews {
  /** This process has written up to here. */
  announce(position: number): void;
  /** Resolves when something lies behind `position`, the signal aborts, or the store closes. */
  beyond(position: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** How often the log's end is looked up for other processes' events: a look costs some three microseconds. */
const LOOK_EVERY_MS = 25;

/** @param look the last position in the log now; its faults are for the reader to meet */
export function logNews(look: () => Promise<number>): LogNews {
  const waiting = new Set<{ position: number; wake: () => void }>();
  let known = 0;
  let timer: NodeJS.Timeout | null = null;

  const announce = (position: number) => {
    known = Math.max(known, position);
    for (const waiter of waiting) if (waiter.position < known) waiter.wake();
  };
  let looking = false;
  const lookAgain = () => {
    // While another connection holds the file a look lasts longer than the pause between two.
    if (looking) return;
    looking = true;
    look()
      .then(announce, () => {
        for (const { wake } of waiting) wake();
      })
      .finally(() => {
        looking = false;
      });
  };
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    announce,
    beyond: (position, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || known > position) return resolve();
        const wake = () => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', wake);
          if (waiting.size === 0) stop();
          resolve();
        };
        const waiter = { position, wake };
        waiting.add(waiter);
        signal.addEventListener('abort', wake, { once: true });
        timer ??= setInterval(lookAgain, LOOK_EVERY_MS).unref();
      }),
    close() {
      for (const { wake } of waiting) wake();
      stop();
    },
  };
}
