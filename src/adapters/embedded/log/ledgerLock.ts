import { join } from 'node:path';
import { isBusy, openLockFile, type Sqlite } from '../sqlite.ts';

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
  try {
    if (isFirst(lock)) {
      whenFirst();
      lock.exec('COMMIT');
    }
    lock.exec(`PRAGMA busy_timeout = ${FIRST_MS}; BEGIN; SELECT count(*) FROM sqlite_schema`);
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function isFirst(lock: Sqlite): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
