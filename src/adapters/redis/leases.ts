import type { Ids } from '../../ports/ids.ts';
import type { Lease, Leases } from '../../ports/lease.ts';
import type { Log } from '../../ports/log.ts';
import { type RedisConnection, RedisUnavailable, script } from './connection.ts';

const KEY = 'postledger:lease:';
/** The id of the ledger to which this database belongs. */
const LEDGER_KEY = 'postledger:ledger';

/** Renews our lease, and takes it again where it is missing (Redis was emptied). 0: another process has it. */
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

/** Share of its time to live after which an unrenewed lease counts as lost here, before it expires in Redis. */
const TRUSTED_SHARE = 0.9;

/** The longest time that Redis holds the lease of a dead process; a living process renews it. */
const LONGEST_TTL_MS = 60_000;

/** Leases as keys that expire. While Redis does not answer no lease can be acquired, and the held ones expire. */
export function redisLeases(connection: RedisConnection, ids: Ids, log: Log): Leases {
  const held = new Set<Lease>();

  const giveBack = async (key: string, token: string) => {
    try {
      await connection.run(RELEASE, key, [token]);
    } catch (error) {
      // It expires by itself.
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
        const taken = await connection.answer(
          (client) => client.set(key, token, 'PX', ttlMs, 'NX'),
          // Also where another has it: a Redis that refuses writes would not have said so.
          () => true,
        );
        if (taken !== 'OK') return null;
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug(
          { lease: name, reason: error.message },
          'no lease can be acquired while Redis does not answer',
        );
        // Redis may have granted it nevertheless: if it can be released, no one waits until it expires.
        await giveBack(key, token);
        return null;
      }
      const lease = renewedLease(connection, { name, key, token, ttlMs, askedAtMs }, log, {
        onEnd: (ended) => held.delete(ended),
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
    async ledger(claim) {
      try {
        if (claim !== null) await connection.answer((client) => client.setnx(LEDGER_KEY, claim));
        return await connection.answer((client) => client.get(LEDGER_KEY));
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        return null;
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
  /** Before the lease was asked for, so that it ends here before it ends in Redis. Monotonic. */
  readonly askedAtMs: number;
}

/** A lease that is renewed until it is released or lost. */
function renewedLease(
  connection: RedisConnection,
  { name, key, token, ttlMs, askedAtMs }: Taken,
  log: Log,
  { onEnd, giveBack }: { onEnd(lease: Lease): void; giveBack(): Promise<void> },
): Lease {
  const lost = new AbortController();
  let renewal: NodeJS.Timeout;
  let expiry: NodeJS.Timeout;
  const end = () => {
    clearTimeout(renewal);
    clearTimeout(expiry);
    lost.abort();
    onEnd(lease);
  };
  // A separate timer, since a renewal may wait for its answer until after the end.
  const trustSince = (ms: number) => {
    clearTimeout(expiry);
    expiry = setTimeout(
      () => {
        log.warn({ lease: name }, 'the lease could not be renewed in time');
        end();
      },
      Math.max(0, ms + ttlMs * TRUSTED_SHARE - performance.now()),
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
    // Released or expired during the renewal, which then may have taken it again.
    if (lost.signal.aborted) return giveBack();
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
      await giveBack();
    },
  };
  trustSince(askedAtMs);
  renewIn(ttlMs / 3);
  return lease;
}
