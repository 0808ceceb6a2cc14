/** The result of `work`; rejects with `late()` when it takes longer than `timeoutMs`. The work itself goes on. */
export function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
