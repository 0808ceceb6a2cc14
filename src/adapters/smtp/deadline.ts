/** How long one transaction may take, in two stretches: until the message is asked for, and until the last word. */
export interface TransactionDeadline {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Called when the message is about to be handed over. Throws when it is too late for that. */
  begin(): void;
  end(): void;
}

/** Time for answers that lay ready in the socket while the process stood still. */
export const GRACE_MS = 2_000;

/**
 * The time is measured again before the message is handed over, and not left to the timer: a process that was stopped
 * for long and goes on reads its sockets before its timers, and somebody else may have taken its work meanwhile.
 */
export function transactionDeadline(beginMs: number, answerMs: number): TransactionDeadline {
  const controller = new AbortController();
  const startedMs = performance.now();
  let timer = setTimeout(() => controller.abort(), beginMs);
  return {
    signal: controller.signal,
    begin() {
      if (performance.now() - startedMs > beginMs)
        throw new Error('the server asked for the message too late');
      clearTimeout(timer);
      timer = setTimeout(() => {
        // The answer may be there, unread: to throw it away would mean to send the message twice.
        timer = setTimeout(() => controller.abort(), GRACE_MS);
      }, answerMs);
    },
    end: () => clearTimeout(timer),
  };
}
