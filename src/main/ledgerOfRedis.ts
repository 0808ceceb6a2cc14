import { ledgerIdOf } from '../commands/workspace/openLedger.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Leases } from '../ports/lease.ts';

/** Another ledger's processes use the same database of Redis: each would take the other's leases, and count its sends. */
class RedisRefused extends Error {
  override readonly name = 'RedisRefused';
  constructor(theirs: string, ours: string) {
    super(
      `the database of Redis at REDIS_URL is that of ledger ${theirs}, and the log is ledger ${ours}: name another database ` +
        'by its number at the end of REDIS_URL, as in redis://HOST:6379/1; or, where that ledger is no more, empty the ' +
        'database (FLUSHDB) and start again.',
    );
  }
}

/**
 * Makes sure that no other ledger shares the database of Redis. `claims`: one without a ledger becomes this one's, as also
 * after it was emptied. While Redis does not answer nothing is known, and nothing refused.
 * @throws RedisRefused, EventStoreUnavailable
 */
export async function refuseOtherRedis(
  leases: Leases,
  store: Pick<EventStore, 'readStream'>,
  { claims = false }: { readonly claims?: boolean } = {},
): Promise<void> {
  if (leases.ledger === undefined) return;
  const ours = await ledgerIdOf(store);
  if (ours === null) return;
  const theirs = await leases.ledger(claims ? ours : null);
  if (theirs !== null && theirs !== ours) throw new RedisRefused(theirs, ours);
}
