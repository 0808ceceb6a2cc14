import { type SilenceTimer, silenceTimer } from '../node/silenceTimer.ts';

/** The time of one transaction. */
export interface TransactionDeadline {
  /** Whether the time is over. */
  readonly isOver: boolean;
  /** What is done when the time is over: one thing at a time, in place of what was given before. At once where it is over. */
  whenOver(act: () => void): void;
  /** Called before the message is handed over. Throws when it is too late for that. */
  begin(): void;
  end(): void;
}

/** Time to read answers that came while the process was stopped. */
export const GRACE_MS = 2_000;

/**
 * How long one transaction may take, in two phases: until the server asks for the message, and until its last reply.
 *
 * The time is measured again before the message is handed over, without relying on the timer: a process that continues
 * after a long stop reads its sockets before its timers, and another process may have taken its work meanwhile.
 */
export function transactionDeadline(beginMs: number, answerMs: number): TransactionDeadline {
  const startedMs = performance.now();
  let isOver = false;
  let act = () => {};
  const expire = () => {
    isOver = true;
    act();
  };
  let timer: SilenceTimer = silenceTimer(beginMs, expire);
  return {
    get isOver() {
      return isOver;
    },
    whenOver(next) {
      act = next;
      if (isOver) act();
    },
    begin() {
      if (performance.now() - startedMs > beginMs)
        throw new Error('the server asked for the message too late');
      timer.clear();
      timer = silenceTimer(answerMs, () => {
        // The answer may have come already, unread: without it the message would be sent twice.
        timer = silenceTimer(GRACE_MS, expire);
      });
    },
    end: () => timer.clear(),
  };
}
