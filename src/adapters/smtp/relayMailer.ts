import type { ConnectionOptions } from 'node:tls';
import { diagnosticOf } from '../../mail/classifyBounce.ts';
import type { Mailer, RouteFault } from '../../ports/mailer.ts';
import { GRACE_MS } from './deadline.ts';
import { refusedOutcome, sessionFault, UNFIT } from './failure.ts';
import { openSession } from './openSession.ts';
import { relayAddress } from './relayAddress.ts';
import { routeFault } from './reply.ts';
import { ConnectionsInUse, sessionPool } from './sessionPool.ts';
import type { SmtpFailure, SmtpSession } from './smtpSession.ts';
import { transact } from './transaction.ts';

export interface RelayOptions {
  /** See `relayAddress`. */
  readonly url: string;
  /** Our name in EHLO; the machine's name when absent. */
  readonly name?: string;
  /** TLS options for tests. */
  readonly tls?: ConnectionOptions;
}

export interface RelayBounds {
  readonly maxConnections?: number;
  /** Until the server asks for the message, including the wait for a session. */
  readonly beginMs?: number;
  /** From then until the server's last reply: RFC 5321, section 4.5.3.2, asks for long timeouts here. */
  readonly answerMs?: number;
}

const BEGIN_MS = 60_000;
const ANSWER_MS = 180_000;
const CONNECT_MS = 20_000;
const IDLE_MS = 30_000;
const MAX_CONNECTIONS = 20;
/** No transaction takes longer; claims must last longer (src/sender/claim/claims.ts). */
export const LONGEST_TRANSACTION_MS = BEGIN_MS + ANSWER_MS + GRACE_MS;
const MAX_MESSAGES_PER_CONNECTION = 1_000;

/**
 * A relay for all mail, over a pool of connections. Its acceptance is `submitted`: the relay reports later failures
 * in bounces.
 * @throws RelayAddressInvalid
 */
export function relayMailer(options: RelayOptions, bounds: RelayBounds = {}): Mailer {
  const { host, port, implicitTls, tls, login } = relayAddress(options.url);
  const { beginMs = BEGIN_MS, answerMs = ANSWER_MS, maxConnections = MAX_CONNECTIONS } = bounds;
  const opened = (startTls: 'required' | 'offered' | 'ignored'): Promise<SmtpSession> =>
    openSession({
      host,
      port,
      implicitTls,
      startTls,
      // Where an unencrypted connection is accepted too, the certificate is not checked (RFC 7435).
      tls: { ...(tls === 'opportunistic' && { rejectUnauthorized: false }), ...options.tls },
      login,
      name: options.name,
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
    maxSessions: maxConnections,
    maxMessagesPerSession: MAX_MESSAGES_PER_CONNECTION,
    idleMs: IDLE_MS,
    waitMs: beginMs,
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
      const transaction = await transact(pool, mail, { beginMs, answerMs, successReports: true });
      switch (transaction.ended) {
        case 'taken':
          return {
            outcome: 'submitted',
            response: diagnosticOf(transaction.response),
            handedOver: transaction.handedOver,
          };
        case 'unknown':
          return { outcome: 'deferred', fault: 'message', diagnostic: diagnosticOf(transaction.diagnostic) };
        case 'unfit':
          return UNFIT;
        case 'unsent': {
          const { failure } = transaction;
          return failure instanceof ConnectionsInUse ? { outcome: 'waiting' } : sessionFault(failure);
        }
        case 'refused': {
          const outcome = refusedOutcome(transaction.failure, 'relay');
          return outcome.outcome === 'busy' ? routeFault('connection', outcome.diagnostic) : outcome;
        }
      }
    },
    async close() {
      // Transactions in flight are cut off: their outcome is unknown.
      pool.close();
    },
  };
}
