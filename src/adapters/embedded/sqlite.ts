import { accessSync, constants } from 'node:fs';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { makeFile } from '../node/durableFiles.ts';

/**
 * The one place that imports SQLite. Two copies of the library in one process would undo each other's locks on a file
 * (POSIX drops a process's locks with any descriptor of the file that it closes), which loses commits without an error.
 * For the same reason no code opens a database file with `fs` while a connection to it is open.
 */
export type Sqlite = InstanceType<typeof DatabaseSync>;
export type Statement = ReturnType<Sqlite['prepare']>;

/** Copies a database that is in use, page by page, into `path`. */
export const backupSqlite = backup;

export interface SqliteOptions {
  /** FULL (the default): a commit is on disk when it returns. NORMAL: a power cut may undo the last commits. */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** How long a statement waits for another connection's lock: 0 on the main thread, which never waits. */
  readonly busyTimeoutMs: number;
  /** Pages in the WAL from which a commit of this connection copies it back into the database; 0 (the default): never. */
  readonly autocheckpointPages?: number;
  readonly readOnly?: boolean;
}

/** A commit writes whole pages, most of which is what was there before: scattered changes cost less in small ones. */
export const PAGE_BYTES = 2_048;
/** A WAL that grew during a long read is cut back to this size when it begins again. */
const JOURNAL_LIMIT_BYTES = 64 * 1_048_576;
/** Several processes may open a new file at once, and changing the journal mode locks it for some milliseconds. */
const OPENING_MS = 10_000;
/** Between two tries for a lock: short, so that no process waits long after the others. */
const LOCK_RETRY_MS = 0.5;
const pause = new Int32Array(new SharedArrayBuffer(4));
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Opens a database in WAL mode, and makes it where there is none. */
export function openSqlite(
  file: string,
  { synchronous = 'FULL', busyTimeoutMs, autocheckpointPages = 0, readOnly = false }: SqliteOptions,
): Sqlite {
  // It holds recipients and contents as plain text, so only its owner may read it and the files that SQLite adds.
  if (!readOnly) makeFile(file);
  const db = connected(file, { timeout: Math.max(busyTimeoutMs, OPENING_MS), readOnly });
  return closedOnError(db, () => {
    // The page size counts only before the first table. `synchronous` must follow the journal mode: this library is
    // built to fall back to NORMAL in WAL mode, with which power cuts lost acknowledged appends.
    if (!readOnly)
      untilUnlocked(() => db.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL`), OPENING_MS);
    db.exec(
      `PRAGMA synchronous = ${synchronous};
       PRAGMA wal_autocheckpoint = ${autocheckpointPages};
       PRAGMA journal_size_limit = ${JOURNAL_LIMIT_BYTES};
       PRAGMA mmap_size = 0;
       PRAGMA busy_timeout = ${busyTimeoutMs}`,
    );
    return db;
  });
}

/** Opens a database to be read whose file may be shorter than its header says, which SQLite otherwise refuses. */
export function openDamagedSqlite(file: string): Sqlite {
  const db = connected(file, { timeout: OPENING_MS, readOnly: true });
  db.enableDefensive(false);
  db.exec('PRAGMA writable_schema = ON; PRAGMA busy_timeout = 0');
  return db;
}

/**
 * Opens a file that carries locks and no data, by the rules of the rollback journal: a transaction that has read shares
 * it with others, an exclusive transaction has it alone. The kernel drops the lock when the process ends.
 */
export function openLockFile(file: string, busyTimeoutMs: number): Sqlite {
  makeFile(file);
  return connected(file, { timeout: busyTimeoutMs });
}

/** SQLite says only that it can't open a file. @throws what the system has against that, with the file's name */
function connected(file: string, options: { readonly timeout: number; readonly readOnly?: boolean }): Sqlite {
  try {
    return new DatabaseSync(file, options);
  } catch (error) {
    accessSync(file, options.readOnly ? constants.R_OK : constants.R_OK | constants.W_OK);
    throw error;
  }
}

/** Shares a lock file's lock with other connections. @throws an error for which `isBusy` is true when one has it alone */
export function shareLock(lock: Sqlite): void {
  lock.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
}

/** Takes a lock file's lock alone; false when another connection has it or shares it. */
export function takeLockAlone(lock: Sqlite): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Runs `setUp` on what was just opened, such as a connection, and closes that when it throws. */
export function closedOnError<Result>(opened: { close(): unknown }, setUp: () => Result): Result {
  try {
    return setUp();
  } catch (error) {
    opened.close();
    throw error;
  }
}

/**
 * Tries again what SQLite refuses at once while another connection has a lock: with any busy timeout, of several that change
 * the journal mode at the same moment all but one are refused. Blocks the thread.
 * @throws an error for which `isBusy` is true when the lock is held for so long
 */
export function untilUnlocked(action: () => void, timeoutMs: number): void {
  const endsAtMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      action();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endsAtMs) throw error;
      Atomics.wait(pause, 0, 0, LOCK_RETRY_MS);
    }
  }
}

/**
 * Runs `action` in a transaction that takes the write lock at once. An error rolls everything back.
 * @throws the errors of `action` and of SQLite
 */
export function inTransaction<Result>(db: Sqlite, action: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = action();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite itself rolls back after some faults.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Reads what was committed at one moment, not what others commit meanwhile. To be short: the WAL cannot begin again until it ends. */
export function inSnapshot<Result>(db: Sqlite, read: () => Result): Result {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}

/** The first column of a query's first row; undefined when it has no row. */
export function firstValue(db: Sqlite, sql: string): unknown {
  return Object.values(db.prepare(sql).get() ?? {})[0];
}

/** Whether another connection holds the lock: the call may be repeated. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, [SQLITE_BUSY], /^database is locked/);
}

/** Whether the file itself is damaged. */
export function isDamaged(error: unknown): boolean {
  return hasCode(
    error,
    [SQLITE_CORRUPT, SQLITE_NOTADB],
    /^(database disk image is malformed|file is not a database)/,
  );
}

/** Whether a statement names a table that does not exist. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && /^no such table/.test(error.message);
}

/** The library gives the code for a fault of `exec`, but only SQLite's own words for a fault within a statement. */
function hasCode(error: unknown, codes: readonly number[], words: RegExp): boolean {
  const { errcode, message } = error as { errcode?: unknown; message?: unknown };
  // The lower byte is the class; the bits above it name the particular case.
  if (typeof errcode === 'number') return codes.includes(errcode & 0xff);
  return typeof message === 'string' && words.test(message);
}
