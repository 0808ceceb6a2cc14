/** Bounds the bytes that many pieces of work hold at once. */
export interface ByteBudget {
  /** Waits for room, then runs. Work larger than the whole budget runs alone. */
  within<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>;
}

export function byteBudget(limitBytes: number): ByteBudget {
  let usedBytes = 0;
  const waiting: { bytes: number; go: () => void }[] = [];
  const admit = () => {
    // In order of arrival, so that a large one does not wait for ever while small ones pass.
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (usedBytes > 0 && usedBytes + next.bytes > limitBytes) return;
      waiting.shift();
      usedBytes += next.bytes;
      next.go();
    }
  };
  return {
    async within(bytes, work) {
      await new Promise<void>((go) => {
        waiting.push({ bytes, go });
        admit();
      });
      try {
        return await work();
      } finally {
        usedBytes -= bytes;
        admit();
      }
    },
  };
}
