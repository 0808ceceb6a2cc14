import type { HandedOver, OutgoingMail } from '../../ports/mailer.ts';
import { GRACE_MS, type TransactionDeadline, transactionDeadline } from './deadline.ts';
import { requiresTls } from './reply.ts';
import type { SessionPool } from './sessionPool.ts';
import type { SmtpEnvelope, SmtpFailure, SmtpSession } from './smtpSession.ts';
import { wholeMessage } from './wholeMessage.ts';

/** How a transaction ended. */
export type Transaction =
  | { readonly ended: 'taken'; readonly response: string; readonly handedOver: HandedOver }
  /** The server refused a command or the message. */
  | { readonly ended: 'refused'; readonly failure: SmtpFailure }
  /** The server takes no 8-bit text, and the message may not be encoded. */
  | { readonly ended: 'unfit' }
  /** Nothing was handed over, without a reply that says why. */
  | { readonly ended: 'unsent'; readonly failure: SmtpFailure }
  /** The message, or a part of it, was handed over, and no answer came. */
  | { readonly ended: 'unknown'; readonly diagnostic: string };

export interface TransactionOptions {
  readonly beginMs: number;
  readonly answerMs: number;
  /** Whether reports of success are of use, where reports come back. */
  readonly successReports: boolean;
  /** Opens a session with a host at none of these addresses, for a mail that they did not take for a reason of their own. */
  readonly openOther?: (without: readonly string[]) => Promise<SmtpSession>;
}

/** Other sessions that are tried when one had ended while it was idle. */
const MORE_TRIES = 2;
/** Hosts that are tried for one mail after the first one; each may take as long as the first. */
const MORE_HOSTS = 2;

/**
 * Hands one message over on a session of the pool. A host that puts off its sender, wants TLS that did not work, or ends the
 * connection before it has the message, has a problem of its own.
 */
export async function transact(
  pool: SessionPool,
  mail: OutgoingMail,
  options: TransactionOptions,
): Promise<Transaction> {
  const startedMs = performance.now();
  let { session, transaction } = await within(options, (deadline) => onPool(pool, mail, options, deadline));
  const { openOther, beginMs } = options;
  const without: string[] = [];
  // After a longer time the process stood still, and another one may have taken its work.
  const isInTime = () => performance.now() - startedMs <= (without.length + 1) * (beginMs + GRACE_MS);
  while (
    session !== null &&
    isOfHost(transaction) &&
    openOther &&
    without.length < MORE_HOSTS &&
    isInTime()
  ) {
    const held = session;
    without.push(held.server.address);
    const next = await within(options, async (deadline) => {
      session = await pool.replace(held, () => openOther(without), deadline).catch(() => null);
      return session && onSession(session, mail, options, deadline);
    });
    // No other host takes mail at present: the answer of the last host that did counts.
    if (next === null || next.ended === 'unsent') break;
    transaction = next;
  }
  if (session !== null) pool.release(session);
  return transaction;
}

function isOfHost(transaction: Transaction): boolean {
  if (transaction.ended !== 'refused') return transaction.ended === 'unsent';
  const { command, response = '', responseCode = 0 } = transaction.failure;
  const isPutOff = responseCode >= 400 && responseCode < 500;
  // The session is not used again: the next one may be encrypted.
  return command === 'MAIL FROM' && (isPutOff || requiresTls(response));
}

async function within<Result>(
  { beginMs, answerMs }: TransactionOptions,
  work: (deadline: TransactionDeadline) => Promise<Result>,
): Promise<Result> {
  const deadline = transactionDeadline(beginMs, answerMs);
  try {
    return await work(deadline);
  } finally {
    deadline.end();
  }
}

/** The transaction, and the session, which the caller holds then; null: there was none. */
async function onPool(
  pool: SessionPool,
  mail: OutgoingMail,
  options: TransactionOptions,
  deadline: TransactionDeadline,
): Promise<{ transaction: Transaction; session: SmtpSession | null }> {
  for (let tries = 0; ; tries++) {
    let session: SmtpSession;
    try {
      session = await pool.acquire(mail.workspace, deadline);
    } catch (error) {
      return { session: null, transaction: { ended: 'unsent', failure: error as SmtpFailure } };
    }
    const isUsed = session.transactions > 0;
    const transaction = await onSession(session, mail, options, deadline);
    const isStale = transaction.ended === 'unsent' && isUsed && !deadline.isOver;
    if (!isStale || tries === MORE_TRIES) return { session, transaction };
    pool.release(session);
  }
}

async function onSession(
  session: SmtpSession,
  mail: OutgoingMail,
  options: TransactionOptions,
  deadline: TransactionDeadline,
): Promise<Transaction> {
  const is8Bit = mail.sevenBit !== undefined && session.takes8Bit;
  const raw = mail.sevenBit === undefined || is8Bit ? mail.raw : mail.sevenBit();
  if (raw === null) return { ended: 'unfit' };
  let isBegun = false;
  const message = wholeMessage(raw, () => {
    deadline.begin();
    isBegun = true;
  });
  const cut = () => session.destroy();
  deadline.whenOver(cut);
  try {
    const response = await session.send(
      { ...envelopeOf(mail, options), sizeBytes: raw.length, is8Bit },
      message,
    );
    const sha256 = message.sha256();
    if (sha256 !== null) return { ended: 'taken', response, handedOver: { server: session.server, sha256 } };
    cut();
    return { ended: 'unknown', diagnostic: `answered before the message was whole: ${response}` };
  } catch (error) {
    const failure = error as SmtpFailure;
    const isRefused = failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE';
    if (isRefused && !deadline.isOver) {
      // What is left of a message that was refused early would go before the next command.
      if (isBegun && message.sha256() === null) cut();
      // After a refusal before the message the transaction is still open.
      else await session.reset().catch(cut);
      return { ended: 'refused', failure };
    }
    cut();
    if (isBegun) return { ended: 'unknown', diagnostic: failure.response ?? failure.message };
    return { ended: 'unsent', failure: deadline.isOver ? tooSlow() : failure };
  }
}

function envelopeOf(
  { sender, recipient, deliveryId, reportsComeBack }: OutgoingMail,
  { successReports }: TransactionOptions,
): Omit<SmtpEnvelope, 'sizeBytes' | 'is8Bit'> {
  const success = successReports ? (['SUCCESS'] as const) : [];
  return {
    from: sender,
    to: recipient,
    dsn: {
      envid: deliveryId,
      orcpt: recipient,
      // Reports of success to a person's own address would only disturb.
      notify: reportsComeBack ? [...success, 'FAILURE', 'DELAY'] : ['FAILURE'],
    },
  };
}

function tooSlow(): SmtpFailure {
  return Object.assign(new Error('the server took too long to ask for the message'), { code: 'ETIMEDOUT' });
}
