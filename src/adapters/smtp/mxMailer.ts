import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Mailer, MailOutcome } from '../../ports/mailer.ts';
import { destinations } from './destinations.ts';
import { refusedOutcome } from './failure.ts';
import { unreachableOutcome } from './mxFailure.ts';
import { dnsLookup, type MxLookup } from './mxLookup.ts';
import { openMxSession } from './mxSession.ts';
import { type Busy, diagnosticOf } from './reply.ts';
import { type SessionPool, sessionPool } from './sessionPool.ts';
import { type Transaction, transact } from './transaction.ts';

export interface MxOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly ids: Pick<Ids, 'randomBytes'>;
  /** Whether an address may be spoken to; asked for each. */
  readonly addressAllowed: (address: string) => boolean;
  /** What we call ourselves in EHLO: receivers look it up; the machine's name when absent. */
  readonly name?: string;
  /** In place of the system's DNS, as tests need it. */
  readonly lookup?: MxLookup;
  readonly port?: number;
  readonly maxConnectionsADestination?: number;
  readonly connectMs?: number;
}

const SMTP_PORT = 25;
const MAX_CONNECTIONS = 5;
const MESSAGES_A_CONNECTION = 100;
const IDLE_MS = 15_000;
const CONNECT_MS = 15_000;
/** With the answer below the longest transaction that a claim has room for (src/sender/claims.ts). */
const BEGIN_MS = 90_000;
const ANSWER_MS = 180_000;
/** Destinations whose sessions are known; beyond it those without any are forgotten. */
const MANY_POOLS = 1_000;

/**
 * Mail handed to the recipients' own servers: their acceptance is `delivered`. A destination that is busy, greylists or
 * can't be reached is left alone for a while; addresses that are not public are never spoken to.
 */
export function mxMailer(options: MxOptions): Mailer {
  const { addressAllowed, name, lookup = dnsLookup(), port = SMTP_PORT, connectMs = CONNECT_MS } = options;
  const resting = destinations(options);
  const pools = new Map<string, SessionPool>();
  const session = {
    lookup,
    addressAllowed,
    port,
    ...(name !== undefined && { name }),
    connectMs,
    silenceMs: ANSWER_MS,
  };
  const poolOf = (domain: string): SessionPool => {
    const known = pools.get(domain);
    if (known !== undefined) return known;
    if (pools.size >= MANY_POOLS) for (const [other, { size }] of pools) if (size === 0) pools.delete(other);
    const pool = sessionPool({
      open: () => openMxSession(domain, session),
      maxSessions: options.maxConnectionsADestination ?? MAX_CONNECTIONS,
      maxMessagesASession: MESSAGES_A_CONNECTION,
      idleMs: IDLE_MS,
    });
    pools.set(domain, pool);
    return pool;
  };

  return {
    route: 'mx',
    // There is nobody to ask but the receivers: a few messages go first.
    probe: async () => null,
    restOf: (recipient) => resting.restOf(domainOf(recipient)),
    async send(mail) {
      const domain = domainOf(mail.recipient);
      const transaction = await transact(poolOf(domain), mail, { beginMs: BEGIN_MS, answerMs: ANSWER_MS });
      const outcome = outcomeOf(transaction);
      if (outcome.outcome === 'busy')
        return { outcome: 'deferred', fault: 'destination', ...resting.busy(domain, outcome.diagnostic) };
      if (transaction.ended === 'taken' || transaction.ended === 'refused') resting.fine(domain);
      return outcome;
    },
    async close() {
      for (const pool of pools.values()) pool.close();
    },
  };
}

function outcomeOf(transaction: Transaction): MailOutcome | Busy {
  switch (transaction.ended) {
    case 'taken':
      return { outcome: 'delivered', response: diagnosticOf(transaction.response) };
    case 'unknown':
      return { outcome: 'deferred', fault: 'message', diagnostic: diagnosticOf(transaction.diagnostic) };
    case 'unsent':
      return unreachableOutcome(transaction.failure);
    case 'refused':
      return refusedOutcome(transaction.failure, 'receiver');
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
