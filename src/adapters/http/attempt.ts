import type { PostFailureReason } from '../../ports/poster.ts';
import { silenceTimer } from '../node/silenceTimer.ts';

/** Why an attempt ended without an answer. `detail` is for the operator's log: a code or a few words. */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  readonly reason: PostFailureReason;
  readonly detail: string;
  constructor(reason: PostFailureReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

export type AttemptDeadline = ReturnType<typeof deadline>;

/**
 * The deadline of an attempt: one timer for all its steps, and the caller's signal.
 * @param signals abort it early; they may live as long as the process, since `clear` removes all listeners
 */
export function deadline(timeoutMs: number, ...signals: readonly (AbortSignal | undefined)[]) {
  const endsAtMs = performance.now() + timeoutMs;
  const callbacks = new Set<() => void>();
  let ended = false;
  let reject: (error: AttemptFailed) => void = () => {};
  const over = new Promise<never>((_, rejectOver) => {
    reject = rejectOver;
  });
  // Without this a rejection that no one waits for would end the process.
  over.catch(() => {});
  const end = (error: AttemptFailed) => {
    if (ended) return;
    ended = true;
    reject(error);
    for (const callback of callbacks) callback();
  };
  const timer = silenceTimer(timeoutMs, () =>
    end(new AttemptFailed('timeout', `no answer in ${timeoutMs} ms`)),
  );
  const onAbort = () => end(new AttemptFailed('aborted', 'the service stops'));
  for (const signal of signals) {
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  }
  return {
    /** Rejects with `AttemptFailed` when the time is over or the caller gave up; never resolves. */
    over,
    isOver: () => ended,
    remainingMs: () => Math.max(0, endsAtMs - performance.now()),
    /** Calls back once when the time is over, at once when it already is; the result unsubscribes. */
    onOver: (callback: () => void) => {
      if (ended) callback();
      else callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    clear: () => {
      timer.clear();
      for (const signal of signals) signal?.removeEventListener('abort', onAbort);
      callbacks.clear();
    },
  };
}
