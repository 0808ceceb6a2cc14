import { open } from 'lmdb';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Lease, Leases } from '../../ports/lease.ts';
import { folderOfBoot } from './bootFolder.ts';
import { isAlive, type ProcessIdentity, thisProcess } from './processIdentity.ts';

interface LeaseRecord {
  readonly token: string;
  readonly holder: ProcessIdentity;
  readonly renewedAtMs: number;
  /** The holder's own: whoever comes later does not decide how long it lasts. */
  readonly ttlMs: number;
}

/** Renewals in the life of a lease: one may be late without losing it. */
const RENEWALS_PER_LIFE = 3;

/**
 * Leases of one data folder, in a small lmdb environment whose write lock makes taking one atomic over processes.
 * A lease whose holder was killed is free at once, one whose holder hangs is free after its time.
 */
export function openEmbeddedLeases(folder: string, { clock, ids }: { clock: Clock; ids: Ids }): Leases {
  // Nothing in it need outlive the boot: after it every holder is gone.
  const unsynced = folderOfBoot(folder);
  const table = open<LeaseRecord, string>({
    path: unsynced ?? folder,
    // A folder with a dot in its name would be taken for a file.
    noSubdir: false,
    encoding: 'json',
    noSync: unsynced !== null,
  });
  const held = new Set<Lease>();

  const isFree = (record: LeaseRecord | undefined): boolean =>
    record === undefined || clock.nowMs() - record.renewedAtMs > record.ttlMs || !isAlive(record.holder);

  /** Writes the record when it is still ours. */
  const renew = (name: string, token: string, ttlMs: number): boolean =>
    table.transactionSync(() => {
      if (table.get(name)?.token !== token) return false;
      table.putSync(name, { token, holder: thisProcess(), renewedAtMs: clock.nowMs(), ttlMs });
      return true;
    });

  return {
    async acquire(name, ttlMs) {
      const token = ids.uuid();
      const taken = table.transactionSync(() => {
        if (!isFree(table.get(name))) return false;
        table.putSync(name, { token, holder: thisProcess(), renewedAtMs: clock.nowMs(), ttlMs });
        return true;
      });
      if (!taken) return null;
      const lost = new AbortController();
      const keep = async () => {
        while (!lost.signal.aborted) {
          await clock.sleep(ttlMs / RENEWALS_PER_LIFE, lost.signal);
          if (!lost.signal.aborted && !renew(name, token, ttlMs)) lost.abort();
        }
        held.delete(lease);
      };
      const lease: Lease = {
        name,
        lost: lost.signal,
        async release() {
          lost.abort();
          held.delete(lease);
          table.transactionSync(() => {
            if (table.get(name)?.token === token) table.removeSync(name);
          });
        },
      };
      held.add(lease);
      void keep();
      return lease;
    },
    async isHeld(name) {
      table.resetReadTxn();
      return !isFree(table.get(name));
    },
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
      await table.close();
    },
  };
}
