import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { DestinationRest, Mailer, MailOutcome, OutgoingMail } from '../../ports/mailer.ts';
import { refusedOutcome, unreachableOutcome } from './failure.ts';
import { dnsLookup, type MxLookup } from './mxLookup.ts';
import { openMxSession } from './mxSession.ts';
import { type Busy, diagnosticOf } from './reply.ts';
import { type SessionPool, sessionPool } from './sessionPool.ts';
import { type Transaction, transact } from './transaction.ts';

export interface MxDependencies {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly ids: Pick<Ids, 'randomBytes'>;
  /** Whether a connection to an address is allowed; asked for each. */
  readonly addressAllowed: (address: string) => boolean;
  /** Replaces the system's DNS in tests. */
  readonly lookup?: MxLookup;
}

export interface MxOptions {
  /** Our name in EHLO: receivers look it up; the machine's name when absent. */
  readonly name?: string;
  readonly port?: number;
  readonly maxConnectionsADestination?: number;
  readonly connectMs?: number;
}

const SMTP_PORT = 25;
const MAX_CONNECTIONS = 5;
const MAX_MESSAGES_PER_CONNECTION = 100;
const IDLE_MS = 15_000;
const CONNECT_MS = 15_000;
/** A greeting may take a minute: some hosts test senders by their patience. The rest is for EHLO and TLS. */
const GREETING_MS = 65_000;
/** Hosts that are tried for one mail after the first one put off its sender; each may take BEGIN_MS. */
const MORE_HOSTS = 2;
/** For each host that is tried; with all of them and the answer shorter than a claim allows (src/sender/claims.ts). */
const BEGIN_MS = 90_000;
const ANSWER_MS = 180_000;
/** With more pools than this, those without a session are removed. */
const MANY_POOLS = 1_000;
const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 3_600_000;
/** Spreads messages that were deferred together; none comes back early. */
const JITTER = 0.4;
/** Far more than are busy at once; the least recently used is removed. */
const MAX_RESTING = 10_000;

/**
 * Mail handed to the recipients' own servers: their acceptance is `delivered`. A destination that is busy, greylists or
 * can't be reached rests for a while; no connection is made to addresses that are not public.
 */
export function mxMailer({
  clock,
  ids,
  addressAllowed,
  lookup,
  ...options
}: MxDependencies & MxOptions): Mailer {
  const resting = restingDestinations({ clock, ids });
  const pools = new Map<string, SessionPool>();
  const session = {
    lookup: lookup ?? dnsLookup(),
    addressAllowed,
    port: options.port ?? SMTP_PORT,
    name: options.name,
    connectMs: options.connectMs ?? CONNECT_MS,
    greetingMs: GREETING_MS,
    ids,
    silenceMs: ANSWER_MS,
  };
  /** Sessions with hosts of the domain, without those of some addresses. */
  const poolOf = (domain: string, without: readonly string[]): SessionPool => {
    const name = [domain, ...without].join(' ');
    const known = pools.get(name);
    if (known !== undefined) return known;
    if (pools.size >= MANY_POOLS) for (const [other, { size }] of pools) if (size === 0) pools.delete(other);
    const pool = sessionPool({
      open: () => openMxSession(domain, without, session),
      maxSessions: options.maxConnectionsADestination ?? MAX_CONNECTIONS,
      maxMessagesPerSession: MAX_MESSAGES_PER_CONNECTION,
      idleMs: IDLE_MS,
    });
    pools.set(name, pool);
    return pool;
  };

  /** A host that puts off the sender has a problem of its own: the mail is offered to the next ones. */
  const throughHosts = async (domain: string, mail: OutgoingMail): Promise<Transaction> => {
    const times = { beginMs: BEGIN_MS, answerMs: ANSWER_MS };
    const without: string[] = [];
    let transaction = await transact(poolOf(domain, without), mail, times);
    while (putsOffSender(transaction) && transaction.address !== '' && without.length < MORE_HOSTS) {
      without.push(transaction.address);
      const next = await transact(poolOf(domain, without), mail, times);
      // No other host takes mail at present: the answer of the last host that did counts.
      if (next.ended === 'unsent') break;
      transaction = next;
    }
    return transaction;
  };

  return {
    route: 'mx',
    // Only receivers could be asked: instead a few messages are sent first.
    probe: async () => null,
    restOf: (recipient) => resting.restOf(domainOf(recipient)),
    async send(mail) {
      const domain = domainOf(mail.recipient);
      const transaction = await throughHosts(domain, mail);
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

function putsOffSender(transaction: Transaction): transaction is Extract<Transaction, { ended: 'refused' }> {
  if (transaction.ended !== 'refused') return false;
  const { command, responseCode = 0 } = transaction.failure;
  return command === 'MAIL FROM' && responseCode >= 400 && responseCode < 500;
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

/** Destinations that rest for a while after they reported that they are busy, or could not be reached. */
function restingDestinations({ clock, ids }: Pick<MxDependencies, 'clock' | 'ids'>) {
  const known = new LRUCache<string, { times: number; untilMs: number; diagnostic: string }>({
    max: MAX_RESTING,
  });
  const later = (ms: number) => Math.round(ms * (1 + (ids.randomBytes(2).readUInt16BE() / 65_536) * JITTER));
  return {
    /** Null: messages may be sent to it. */
    restOf(domain: string): DestinationRest | null {
      const { untilMs, diagnostic } = known.peek(domain) ?? { untilMs: 0, diagnostic: '' };
      const leftMs = untilMs - clock.monotonicMs();
      return leftMs > 0 ? { retryAfterMs: later(leftMs), diagnostic } : null;
    },
    /** Lets it rest, longer each time, until it takes a message. */
    busy(domain: string, diagnostic: string): DestinationRest {
      const nowMs = clock.monotonicMs();
      const before = known.peek(domain);
      const isResting = before !== undefined && before.untilMs > nowMs;
      // Transactions that were in flight together are refused together: that counts once.
      const times = isResting ? before.times : (before?.times ?? 0) + 1;
      const untilMs = isResting
        ? before.untilMs
        : nowMs + Math.min(FIRST_REST_MS * 2 ** (times - 1), LONGEST_REST_MS);
      known.set(domain, { times, untilMs, diagnostic });
      return { retryAfterMs: later(untilMs - nowMs), diagnostic };
    },
    /** It took a message, or answered about one. */
    fine: (domain: string) => void known.delete(domain),
  };
}
