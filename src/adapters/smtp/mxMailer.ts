import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Mailer, OutgoingMail } from '../../ports/mailer.ts';
import { dnsLookup, type MxLookup } from './mxLookup.ts';
import { mxRoute } from './mxRoute.ts';
import { openMxSession } from './mxSession.ts';
import type { MxSite } from './mxSite.ts';
import { type SessionPool, sessionPool } from './sessionPool.ts';
import type { SmtpSession } from './smtpSession.ts';
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
  /** Connections to one site at a time. */
  readonly siteConnections: number;
}

interface MxBounds {
  readonly connectMs?: number;
}

const SMTP_PORT = 25;
const MAX_MESSAGES_PER_CONNECTION = 100;
const IDLE_MS = 15_000;
const CONNECT_MS = 15_000;
/** A greeting may take a minute: some hosts test senders by their patience. The rest is for EHLO and TLS. */
const GREETING_MS = 65_000;
/** For each host that is tried; with all of them and the answer shorter than a claim allows (src/sender/claim/claims.ts). */
const BEGIN_MS = 90_000;
const ANSWER_MS = 180_000;
/** With more pools than this, those without a session are removed. */
const MANY_POOLS = 1_000;

/**
 * Mail handed to the recipients' own servers: their acceptance is `delivered`. Connections are counted for each site, the
 * hosts that domains have in common; a site that is busy or can't be reached rests for a while. No connection is made to
 * addresses that are not allowed.
 */
export function mxMailer(
  { clock, ids, addressAllowed, lookup = dnsLookup(), ...options }: MxDependencies & MxOptions,
  bounds: MxBounds = {},
): Mailer {
  const sessions = {
    lookup,
    addressAllowed,
    port: options.port ?? SMTP_PORT,
    name: options.name,
    connectMs: bounds.connectMs ?? CONNECT_MS,
    greetingMs: GREETING_MS,
    ids,
    silenceMs: ANSWER_MS,
  };
  const pools = sitePools((site) => openMxSession(site, [], sessions), options.siteConnections);
  const transactAt = (site: MxSite, mail: OutgoingMail): Promise<Transaction> =>
    transact(pools.of(site), mail, {
      beginMs: BEGIN_MS,
      answerMs: ANSWER_MS,
      // A report of success would only repeat the answer.
      successReports: false,
      openOther: (without) => openMxSession(site, without, sessions),
    });
  return { ...mxRoute({ clock, ids, lookup, transactAt }), close: async () => pools.close() };
}

/** A pool for each site. */
function sitePools(open: (site: MxSite) => Promise<SmtpSession>, maxSessions: number) {
  const pools = new Map<string, SessionPool>();
  let isClosed = false;
  return {
    of(site: MxSite): SessionPool {
      const known = pools.get(site.name);
      if (known !== undefined) return known;
      if (pools.size >= MANY_POOLS)
        for (const [other, { size }] of pools) if (size === 0) pools.delete(other);
      const pool = sessionPool({
        open: () => open(site),
        maxSessions,
        maxMessagesPerSession: MAX_MESSAGES_PER_CONNECTION,
        idleMs: IDLE_MS,
        waitMs: BEGIN_MS,
      });
      pools.set(site.name, pool);
      // Its site was looked for when the end came.
      if (isClosed) pool.close();
      return pool;
    },
    close(): void {
      isClosed = true;
      for (const pool of pools.values()) pool.close();
    },
  };
}
