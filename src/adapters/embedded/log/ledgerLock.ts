import { statSync } from 'node:fs';
import { join } from 'node:path';
import { closedOnError, openLockFile, type Sqlite, shareLock, takeLockAlone } from '../sqlite.ts';

/** Of two processes that ask at the same moment one must become the first: the other releases what it holds meanwhile. */
const ASKING_MS = 50;
/** A process that opens the ledger first may have to read a long write-ahead log. */
const FIRST_MS = 120_000;

/**
 * The lock by which processes know that others have the ledger open. It is held until it is closed.
 * @param whenFirst called when no other process has it open; the next ones wait until it returns
 */
export function openLedgerLock(folder: string, whenFirst: () => void): Sqlite {
  const lock = openLockFile(join(folder, 'ledger.lock'), ASKING_MS);
  return closedOnError(lock, () => {
    if (takeLockAlone(lock)) {
      whenFirst();
      lock.exec('COMMIT');
    }
    lock.exec(`PRAGMA busy_timeout = ${FIRST_MS}`);
    shareLock(lock);
    return lock;
  });
}

/** Whether a process has the ledger of the folder open. Makes nothing. */
export function isLedgerOpen(folder: string): boolean {
  const path = join(folder, 'ledger.lock');
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const lock = openLockFile(path, ASKING_MS);
  try {
    const isAlone = takeLockAlone(lock);
    if (isAlone) lock.exec('COMMIT');
    return !isAlone;
  } finally {
    lock.close();
  }
}
