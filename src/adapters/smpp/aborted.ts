/** Resolves as soon as one of the signals aborts; nothing is left with the others. */
export function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    for (const signal of signals) {
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
    }
  });
}
