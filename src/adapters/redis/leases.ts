import type { Ids } from '../../ports/ids.ts';
import type { Lease, Leases } from '../../ports/lease.ts';
import type { Log } from '../../ports/log.ts';
import { type RedisConnection, RedisUnavailable, script } from './connection.ts';

const KEY = 'postledger:lease:';

/** Prolongs our lease, and takes it again where it is gone (Redis was emptied). 0: somebody else has it. */
const RENEW = script(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`);

const RELEASE = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`);

/** Share of its time to live after which an unrenewed lease counts as lost here, before it lapses in Redis. */
const TRUST = 0.9;

/** A lease is renewed for as long as its holder lives; beyond this Redis would keep a dead holder's. */
const LONGEST_TTL_MS = 60_000;

/** Leases as keys that expire. While Redis does not answer none can be had, and held ones run out. */
export function redisLeases(connection: RedisConnection, ids: Ids, log: Log): Leases {
  const held = new Set<Lease>();

  const giveBack = async (key: string, token: string) => {
    try {
      await connection.run(RELEASE, key, [token]);
    } catch (error) {
      // It lapses by itself.
      if (!(error instanceof RedisUnavailable)) throw error;
    }
  };

  return {
    async acquire(name, wantedTtlMs) {
      const ttlMs = Math.min(wantedTtlMs, LONGEST_TTL_MS);
      const key = `${KEY}${name}`;
      const token = ids.uuid();
      const askedAtMs = performance.now();
      try {
        const taken = await connection.answer((client) => client.set(key, token, 'PX', ttlMs, 'NX'));
        if (taken !== 'OK') return null;
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug({ lease: name, reason: error.message }, 'no lease can be had while Redis does not answer');
        // Redis may have granted it all the same: if so, and if it hears us, nobody waits for the lapse.
        await giveBack(key, token);
        return null;
      }
      const lease = keep(connection, { name, key, token, ttlMs, askedAtMs }, log, {
        ended: (ended) => held.delete(ended),
        giveBack: () => giveBack(key, token),
      });
      held.add(lease);
      return lease;
    },
    async isHeld(name) {
      try {
        return (await connection.answer((client) => client.exists(`${KEY}${name}`))) === 1;
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        return false;
      }
    },
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
      await connection.close();
    },
  };
}

interface Taken {
  readonly name: string;
  readonly key: string;
  readonly token: string;
  readonly ttlMs: number;
  /** Before the lease was asked for, so that its end here lies before its end in Redis. Monotonic. */
  readonly askedAtMs: number;
}

function keep(
  connection: RedisConnection,
  { name, key, token, ttlMs, askedAtMs }: Taken,
  log: Log,
  events: { ended(lease: Lease): void; giveBack(): Promise<void> },
): Lease {
  const lost = new AbortController();
  let renewal: NodeJS.Timeout;
  let expiry: NodeJS.Timeout;
  const end = () => {
    clearTimeout(renewal);
    clearTimeout(expiry);
    lost.abort();
    events.ended(lease);
  };
  // A timer of its own, since a renewal may wait for its answer beyond the end.
  const trustSince = (ms: number) => {
    clearTimeout(expiry);
    expiry = setTimeout(
      () => {
        log.warn({ lease: name }, 'the lease could not be renewed in time');
        end();
      },
      Math.max(0, ms + ttlMs * TRUST - performance.now()),
    );
  };
  const renewIn = (ms: number) => {
    renewal = setTimeout(() => void renew(), ms);
  };
  const renew = async () => {
    const startedMs = performance.now();
    const ours = await connection.run(RENEW, key, [token, ttlMs]).catch((error: unknown) => {
      if (error instanceof RedisUnavailable) return null;
      throw error;
    });
    // Released or expired while the renewal was under way, which then may have taken it once more.
    if (lost.signal.aborted) return events.giveBack();
    if (ours === null) return renewIn(ttlMs / 10);
    if (ours !== 1) {
      log.warn({ lease: name }, 'another process has taken the lease');
      return end();
    }
    trustSince(startedMs);
    renewIn(ttlMs / 3);
  };
  const lease: Lease = {
    name,
    lost: lost.signal,
    async release() {
      if (lost.signal.aborted) return;
      end();
      await events.giveBack();
    },
  };
  trustSince(askedAtMs);
  renewIn(ttlMs / 3);
  return lease;
}
