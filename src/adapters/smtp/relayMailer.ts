import type { ConnectionOptions } from 'node:tls';
import type { Mailer, RouteFault } from '../../ports/mailer.ts';
import { GRACE_MS } from './deadline.ts';
import { refusedOutcome, sessionFault } from './failure.ts';
import { relayAddress } from './relayAddress.ts';
import { diagnosticOf, routeFault } from './reply.ts';
import { sessionPool } from './sessionPool.ts';
import { openSession, type SmtpFailure, type SmtpSession } from './smtpSession.ts';
import { transact } from './transaction.ts';

export interface RelayOptions {
  /** See `relayAddress`. */
  readonly url: string;
  /** What we call ourselves in EHLO; the machine's name when absent. */
  readonly name?: string;
  readonly maxConnections?: number;
  /** Until the server asks for the message, from the queue of the pool on. */
  readonly beginMs?: number;
  /** From then until the server's last word: RFC 5321, section 4.5.3.2, asks for patience here. */
  readonly answerMs?: number;
  /** Options of the TLS layer, as tests need them. */
  readonly tls?: ConnectionOptions;
}

const BEGIN_MS = 60_000;
const ANSWER_MS = 180_000;
const CONNECT_MS = 20_000;
const IDLE_MS = 30_000;
const MAX_CONNECTIONS = 20;
/** After this no transaction is under way any more; claims must live longer (src/sender/claims.ts). */
export const LONGEST_TRANSACTION_MS = BEGIN_MS + ANSWER_MS + GRACE_MS;
const MESSAGES_A_CONNECTION = 1_000;

/**
 * A relay that all mail goes to, over a pool of connections. Its acceptance is `submitted`: what becomes of the
 * message afterwards, the relay tells in bounces.
 * @throws RelayAddressInvalid
 */
export function relayMailer(options: RelayOptions): Mailer {
  const { host, port, implicitTls, tls, login } = relayAddress(options.url);
  const beginMs = options.beginMs ?? BEGIN_MS;
  const answerMs = options.answerMs ?? ANSWER_MS;
  const opened = (startTls: 'required' | 'offered' | 'ignored'): Promise<SmtpSession> =>
    openSession({
      host,
      port,
      implicitTls,
      startTls,
      // Who takes any connection, encrypted or not, has no use for the other end's certificate (RFC 7435).
      tls: { ...(tls === 'opportunistic' && { rejectUnauthorized: false }), ...options.tls },
      login,
      ...(options.name !== undefined && { name: options.name }),
      connectMs: Math.min(CONNECT_MS, beginMs),
      silenceMs: answerMs,
    });
  const pool = sessionPool({
    async open() {
      if (tls === 'required') return opened('required');
      return opened('offered').catch((error: SmtpFailure) => {
        if (sessionFault(error).trouble !== 'tls') throw error;
        return opened('ignored');
      });
    },
    maxSessions: options.maxConnections ?? MAX_CONNECTIONS,
    maxMessagesASession: MESSAGES_A_CONNECTION,
    idleMs: IDLE_MS,
  });

  return {
    route: 'relay',
    async probe(): Promise<RouteFault | null> {
      try {
        await pool.ensure();
        return null;
      } catch (error) {
        return sessionFault(error as SmtpFailure);
      }
    },
    restOf: () => null,
    async send(mail) {
      const transaction = await transact(pool, mail, { beginMs, answerMs });
      switch (transaction.ended) {
        case 'taken':
          return { outcome: 'submitted', response: diagnosticOf(transaction.response) };
        case 'unknown':
          return { outcome: 'deferred', fault: 'message', diagnostic: diagnosticOf(transaction.diagnostic) };
        case 'unsent':
          return sessionFault(transaction.failure);
        case 'refused': {
          const outcome = refusedOutcome(transaction.failure, 'relay');
          return outcome.outcome === 'busy' ? routeFault('connection', outcome.diagnostic) : outcome;
        }
      }
    },
    async close() {
      // What is under way is cut off: nothing is known of it.
      pool.close();
    },
  };
}
