/** Resolves when the process is asked to end. A person who asks twice does not want to wait. */
export function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        asked += 1;
        if (asked > 1 && signal === 'SIGINT') process.exit(130);
        resolve();
      });
    }
  });
}
