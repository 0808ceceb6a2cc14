/** Bounds how much is under way at once, in calls and in bytes; who comes later waits in line. */
export interface InFlightLimit {
  /** Resolves true when it is one's turn, false when `timeoutMs` passed before. */
  enter(bytes: number, timeoutMs: number): Promise<boolean>;
  leave(bytes: number): void;
}

interface Waiter {
  readonly bytes: number;
  admit(): void;
}

export function inFlightLimit(maxCalls: number, maxBytes: number): InFlightLimit {
  let calls = 0;
  let bytesUnderWay = 0;
  const line = new Set<Waiter>();
  // One call always fits, however large.
  const fits = (bytes: number) => calls === 0 || (calls < maxCalls && bytesUnderWay + bytes <= maxBytes);
  const take = (bytes: number) => {
    calls += 1;
    bytesUnderWay += bytes;
  };
  return {
    enter(bytes, timeoutMs) {
      if (line.size === 0 && fits(bytes)) {
        take(bytes);
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          line.delete(waiter);
          resolve(false);
        }, timeoutMs);
        const waiter: Waiter = {
          bytes,
          admit: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
        line.add(waiter);
      });
    },
    leave(bytes) {
      calls -= 1;
      bytesUnderWay -= bytes;
      for (const waiter of line) {
        if (!fits(waiter.bytes)) break;
        line.delete(waiter);
        take(waiter.bytes);
        waiter.admit();
      }
    },
  };
}
