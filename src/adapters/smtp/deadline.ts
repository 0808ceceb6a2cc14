import { type SilenceTimer, silenceTimer } from '../node/silenceTimer.ts';

export type TransactionDeadline = ReturnType<typeof transactionDeadline>;

/** Time to read answers that came while the process was stopped. */
export const GRACE_MS = 2_000;

/**
 * How long one transaction may take, in two phases: until the server asks for the message, and until its last reply.
 *
 * The time is measured again before the message is handed over, without relying on the timer: a process that continues
 * after a long stop reads its sockets before its timers, and another process may have taken its work meanwhile.
 */
export function transactionDeadline(beginMs: number, answerMs: number) {
  const controller = new AbortController();
  const startedMs = performance.now();
  const abort = () => controller.abort();
  let timer: SilenceTimer = silenceTimer(beginMs, abort);
  return {
    /** Aborts when the time is over. */
    signal: controller.signal,
    /** Called before the message is handed over. Throws when it is too late for that. */
    begin(): void {
      if (performance.now() - startedMs > beginMs)
        throw new Error('the server asked for the message too late');
      timer.clear();
      timer = silenceTimer(answerMs, () => {
        // The answer may have come already, unread: without it the message would be sent twice.
        timer = silenceTimer(GRACE_MS, abort);
      });
    },
    end: () => timer.clear(),
  };
}
