// src/main/ledgerOfRedis.ts
import { ledgerIdOf } from "../commands/workspace/openLedger.js";
var RedisRefused = class extends Error {
  name = "RedisRefused";
  constructor(theirs, ours) {
    super(
      `the database of Redis at REDIS_URL is that of ledger ${theirs}, and the log is ledger ${ours}: name another database by its number at the end of REDIS_URL, as in redis://HOST:6379/1; or, where that ledger is no more, empty the database (FLUSHDB) and start again.`
    );
  }
};
async function refuseOtherRedis(leases, store, { claims = false } = {}) {
  if (leases.ledger === void 0) return;
  const ours = await ledgerIdOf(store);
  if (ours === null) return;
  const theirs = await leases.ledger(claims ? ours : null);
  if (theirs !== null && theirs !== ours) throw new RedisRefused(theirs, ours);
}
export {
  refuseOtherRedis
};
//# sourceMappingURL=ledgerOfRedis.js.map
