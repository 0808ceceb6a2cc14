import type { OutgoingMail } from '../../ports/mailer.ts';
import { type TransactionDeadline, transactionDeadline } from './deadline.ts';
import type { SessionPool } from './sessionPool.ts';
import type { SmtpEnvelope, SmtpFailure, SmtpSession } from './smtpSession.ts';
import { wholeMessage } from './wholeMessage.ts';

/** How a transaction ended. */
export type Transaction =
  | { readonly ended: 'taken'; readonly response: string }
  /** The server refused a command or the message. */
  | { readonly ended: 'refused'; readonly failure: SmtpFailure }
  /** Nothing was handed over, without a reply that says why. */
  | { readonly ended: 'unsent'; readonly failure: SmtpFailure }
  /** The message, or a part of it, was handed over, and no answer came. */
  | { readonly ended: 'unknown'; readonly diagnostic: string };

export interface TransactionTimes {
  readonly beginMs: number;
  readonly answerMs: number;
}

/** Other sessions that are tried when one had ended while it was idle. */
const MORE_TRIES = 2;

/** Hands one message over on a session of the pool. */
export async function transact(
  pool: SessionPool,
  mail: OutgoingMail,
  { beginMs, answerMs }: TransactionTimes,
): Promise<Transaction> {
  const deadline = transactionDeadline(beginMs, answerMs);
  try {
    for (let tries = 0; ; tries++) {
      let session: SmtpSession;
      try {
        session = await pool.acquire(mail.workspace, deadline.signal);
      } catch (error) {
        return { ended: 'unsent', failure: error as SmtpFailure };
      }
      const isUsed = session.taken > 0;
      const transaction = await onSession(session, mail, deadline);
      pool.release(session);
      const isStale = transaction.ended === 'unsent' && isUsed && !deadline.signal.aborted;
      if (!isStale || tries === MORE_TRIES) return transaction;
    }
  } finally {
    deadline.end();
  }
}

async function onSession(
  session: SmtpSession,
  mail: OutgoingMail,
  deadline: TransactionDeadline,
): Promise<Transaction> {
  let isBegun = false;
  const message = wholeMessage(mail.raw, () => {
    deadline.begin();
    isBegun = true;
  });
  const cut = () => session.destroy();
  deadline.signal.addEventListener('abort', cut, { once: true });
  try {
    return { ended: 'taken', response: await session.send(envelopeOf(mail), message) };
  } catch (error) {
    const failure = error as SmtpFailure;
    const isRefused = failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE';
    if (isRefused && !deadline.signal.aborted) {
      // After a refusal before the message the transaction is still open.
      await session.reset().catch(cut);
      return { ended: 'refused', failure };
    }
    cut();
    if (isBegun) return { ended: 'unknown', diagnostic: failure.response ?? failure.message };
    return { ended: 'unsent', failure: deadline.signal.aborted ? tooSlow() : failure };
  } finally {
    deadline.signal.removeEventListener('abort', cut);
    message.destroy();
  }
}

function envelopeOf({ sender, recipient, raw, deliveryId, reportsComeBack }: OutgoingMail): SmtpEnvelope {
  return {
    from: sender,
    to: recipient,
    sizeBytes: raw.length,
    dsn: {
      envid: deliveryId,
      orcpt: recipient,
      // Reports of success to a person's own address would only disturb.
      notify: reportsComeBack ? ['SUCCESS', 'FAILURE', 'DELAY'] : ['FAILURE'],
    },
  };
}

function tooSlow(): SmtpFailure {
  return Object.assign(new Error('the server took too long to ask for the message'), { code: 'ETIMEDOUT' });
}
