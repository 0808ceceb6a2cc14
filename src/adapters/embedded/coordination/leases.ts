import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { Lease, Leases } from '../../../ports/lease.ts';
import { chownLikeFolder } from '../../node/durableFiles.ts';
import { closedOnError, isBusy, openLockFile, type Sqlite, shareLock, takeLockAlone } from '../sqlite.ts';

/** `isHeld` of another process locks a lease for some microseconds: a process that wants the lease tries again. */
const TRIES = 5;
const RETRY_MS = 2;
const LONGEST_PLAIN_NAME = 120;

/**
 * Leases of one data folder: each is a lock on a file of its own, held by an open transaction. The locks are the
 * kernel's, so they end with their process, also after kill -9, and all processes of the machine see them, in any
 * container. A holder has its lease as long as it lives: `ttlMs` is for stores that cannot see a process end.
 */
export function openEmbeddedLeases(folder: string, { clock }: { clock: Pick<Clock, 'sleep'> }): Leases {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownLikeFolder(folder);
  const held = new Set<Lease>();

  /** The file's lock; null when it is held. */
  const tryLock = (name: string): Sqlite | null => {
    const db = openLockFile(join(folder, fileOf(name)), 0);
    if (closedOnError(db, () => takeLockAlone(db))) return db;
    db.close();
    return null;
  };

  const lockWithRetry = async (name: string): Promise<Sqlite | null> => {
    for (let tries = 1; ; tries++) {
      const locked = tryLock(name);
      if (locked !== null || tries === TRIES) return locked;
      await clock.sleep(RETRY_MS);
    }
  };

  return {
    async acquire(name) {
      const locked = await lockWithRetry(name);
      if (locked === null) return null;
      const lost = new AbortController();
      const lease: Lease = {
        name,
        lost: lost.signal,
        async release() {
          if (!held.delete(lease)) return;
          // The lock ends with the transaction, which wrote nothing.
          locked.close();
          lost.abort();
        },
      };
      held.add(lease);
      return lease;
    },
    async isHeld(name) {
      const file = join(folder, fileOf(name));
      // Most leases that are asked for were never taken.
      if (!existsSync(file)) return false;
      const db = openLockFile(file, 0);
      try {
        shareLock(db);
        return false;
      } catch (error) {
        if (isBusy(error)) return true;
        throw error;
      } finally {
        db.close();
      }
    },
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
    },
  };
}

/** The file name of a lease: readable where possible. */
function fileOf(name: string): string {
  const plain = encodeURIComponent(name);
  if (plain.length <= LONGEST_PLAIN_NAME) return `${plain}.lock`;
  return `${createHash('sha256').update(name).digest('hex')}.lock`;
}
