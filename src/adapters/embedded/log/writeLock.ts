import { isBusy, type Sqlite } from '../sqlite.ts';

/** How long a batch waits for other processes that write; then it fails. */
const LOCK_TIMEOUT_MS = 10_000;
/** Between two tries for the lock: short, so that no process waits long after the others. */
const LOCK_RETRY_MS = 0.5;
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Begins a transaction with the one write lock of a database, in a thread that may wait.
 * @throws an error for which `isBusy` is true when others have the lock for ten seconds
 */
export function beginWriting(db: Sqlite): void {
  const endsAtMs = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endsAtMs) throw error;
      Atomics.wait(pause, 0, 0, LOCK_RETRY_MS);
    }
  }
}
