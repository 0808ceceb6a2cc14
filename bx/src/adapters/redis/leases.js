// src/adapters/redis/leases.ts
import { RedisUnavailable, script } from "./connection.js";
var KEY = "postledger:lease:";
var LEDGER_KEY = "postledger:ledger";
var RENEW = script(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`);
var RELEASE = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`);
var TRUSTED_SHARE = 0.9;
var LONGEST_TTL_MS = 6e4;
function redisLeases(connection, ids, log) {
  const held = /* @__PURE__ */ new Set();
  const giveBack = async (key, token) => {
    try {
      await connection.run(RELEASE, key, [token]);
    } catch (error) {
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
          (client) => client.set(key, token, "PX", ttlMs, "NX"),
          // Also where another has it: a Redis that refuses writes would not have said so.
          () => true
        );
        if (taken !== "OK") return null;
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug(
          { lease: name, reason: error.message },
          "no lease can be acquired while Redis does not answer"
        );
        await giveBack(key, token);
        return null;
      }
      const lease = renewedLease(connection, { name, key, token, ttlMs, askedAtMs }, log, {
        onEnd: (ended) => held.delete(ended),
        giveBack: () => giveBack(key, token)
      });
      held.add(lease);
      return lease;
    },
    async isHeld(name) {
      try {
        return await connection.answer((client) => client.exists(`${KEY}${name}`)) === 1;
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
    }
  };
}
function renewedLease(connection, { name, key, token, ttlMs, askedAtMs }, log, { onEnd, giveBack }) {
  const lost = new AbortController();
  let renewal;
  let expiry;
  const end = () => {
    clearTimeout(renewal);
    clearTimeout(expiry);
    lost.abort();
    onEnd(lease);
  };
  const trustSince = (ms) => {
    clearTimeout(expiry);
    expiry = setTimeout(
      () => {
        log.warn({ lease: name }, "the lease could not be renewed in time");
        end();
      },
      Math.max(0, ms + ttlMs * TRUSTED_SHARE - performance.now())
    );
  };
  const renewIn = (ms) => {
    renewal = setTimeout(() => void renew(), ms);
  };
  const renew = async () => {
    const startedMs = performance.now();
    const ours = await connection.run(RENEW, key, [token, ttlMs]).catch((error) => {
      if (error instanceof RedisUnavailable) return null;
      throw error;
    });
    if (lost.signal.aborted) return giveBack();
    if (ours === null) return renewIn(ttlMs / 10);
    if (ours !== 1) {
      log.warn({ lease: name }, "another process has taken the lease");
      return end();
    }
    trustSince(startedMs);
    renewIn(ttlMs / 3);
  };
  const lease = {
    name,
    lost: lost.signal,
    async release() {
      if (lost.signal.aborted) return;
      end();
      await giveBack();
    }
  };
  trustSince(askedAtMs);
  renewIn(ttlMs / 3);
  return lease;
}
export {
  redisLeases
};
//# sourceMappingURL=leases.js.map
