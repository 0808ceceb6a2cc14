import { backup, DatabaseSync } from '@photostructure/sqlite';
import { makeFile } from '../node/ownedAsFolder.ts';

/**
 * The one place that imports SQLite. Two copies of the library in one process would undo each other's locks on a file
 * (POSIX locks go with any descriptor of it that is closed), which loses commits without an error; for the same reason
 * nobody opens a database file with `fs` while a connection to it is open.
 */
export type Sqlite = InstanceType<typeof DatabaseSync>;
export type Statement = ReturnType<Sqlite['prepare']>;

/** Copies a database that is in use, page by page, into `path`. */
export const backupSqlite = backup;

export interface SqliteOptions {
  /** FULL: a commit is on disk when it returns. NORMAL: after a power cut the file is whole, at some earlier commit. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** How long a statement waits for another connection's lock: 0 on the main thread, which never waits. */
  readonly busyTimeoutMs: number;
  /** Pages in the WAL from which a commit of this connection copies it back into the database; 0: never. */
  readonly autocheckpointPages: number;
  /** Of a new file; 8 KiB when absent. */
  readonly pageBytes?: number;
  readonly readOnly?: boolean;
}

const PAGE_BYTES = 8_192;
/** A WAL that a long reader made large is cut back to this when it begins again. */
const JOURNAL_LIMIT_BYTES = 64 * 1_048_576;
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Opens a database in WAL mode, and makes it where there is none. */
export function openSqlite(file: string, options: SqliteOptions): Sqlite {
  const {
    synchronous,
    busyTimeoutMs,
    autocheckpointPages,
    pageBytes = PAGE_BYTES,
    readOnly = false,
  } = options;
  // Recipients and contents lie in it, and in the files that SQLite makes beside it, as it is: its owner's alone.
  if (!readOnly) makeFile(file);
  const db = new DatabaseSync(file, { timeout: Math.max(busyTimeoutMs, OPENING_MS), readOnly });
  try {
    // The page size counts only before the first table; `synchronous` only behind the journal mode, for this library
    // is built to fall back to NORMAL in WAL, with which acknowledged appends were lost in power cuts.
    if (!readOnly) db.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL`);
    db.exec(
      `PRAGMA synchronous = ${synchronous};
       PRAGMA wal_autocheckpoint = ${autocheckpointPages};
       PRAGMA journal_size_limit = ${JOURNAL_LIMIT_BYTES};
       PRAGMA mmap_size = 0;
       PRAGMA busy_timeout = ${busyTimeoutMs}`,
    );
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * A file that carries locks and no data, by the rollback journal's rules: a process in a transaction that has read
 * holds it with others, a process that began an exclusive one holds it alone. The kernel lets go of it when the process ends.
 */
export function openLockFile(file: string, busyTimeoutMs: number): Sqlite {
  makeFile(file);
  return new DatabaseSync(file, { timeout: busyTimeoutMs });
}

/** Several processes may open a new file at once; the one that changes the journal mode holds it for some milliseconds. */
const OPENING_MS = 10_000;

/**
 * Runs `action` in a transaction that takes the write lock at once. An error rolls everything back.
 * @throws whatever `action` or SQLite throws
 */
export function inTransaction<Result>(db: Sqlite, action: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = action();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // Some faults have rolled it back already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Whether another connection holds the lock: the call may be repeated. */
export function isBusy(error: unknown): boolean {
  return isOf(error, [SQLITE_BUSY], /^database is locked/);
}

/** Whether the file itself is damaged. */
export function isDamaged(error: unknown): boolean {
  return isOf(
    error,
    [SQLITE_CORRUPT, SQLITE_NOTADB],
    /^(database disk image is malformed|file is not a database)/,
  );
}

/** Whether a statement names a table that does not exist. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && /^no such table/.test(error.message);
}

/** The library tells the code of a fault of `exec`, and only SQLite's own words for one amid a statement. */
function isOf(error: unknown, codes: readonly number[], words: RegExp): boolean {
  const { errcode, message } = error as { errcode?: unknown; message?: unknown };
  // The lower byte is the class; what is above it tells the particular case.
  if (typeof errcode === 'number') return codes.includes(errcode & 0xff);
  return typeof message === 'string' && words.test(message);
}

/** Opens a database to be read whose file may be shorter than it says, which SQLite refuses in general. */
export function openDamagedSqlite(file: string): Sqlite {
  const db = new DatabaseSync(file, { timeout: OPENING_MS, readOnly: true });
  db.enableDefensive(false);
  db.exec('PRAGMA writable_schema = ON; PRAGMA busy_timeout = 0');
  return db;
}
