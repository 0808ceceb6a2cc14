import { silenceTimer } from './silenceTimer.ts';

/** The result of `work`; rejects with `late()` when it takes longer than `timeoutMs`. The work itself goes on. */
export function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = silenceTimer(timeoutMs, () => reject(late()));
    work.then(resolve, reject).finally(timer.clear);
  });
}
