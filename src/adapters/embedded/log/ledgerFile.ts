import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction, isDamaged, openSqlite, type Sqlite } from '../sqlite.ts';
import { openDamagedLedger } from './damagedLedger.ts';

/** A data folder that this version must not touch. The message names the file and says what to do. */
export class DataFolderRefused extends Error {
  override readonly name = 'DataFolderRefused';
}

/** Format of `ledger.sqlite`, kept in its `user_version`. */
const LEDGER_FORMAT = 1;
/** 'Post' in ASCII, as SQLite's `application_id`: another program's database is not taken for a ledger. */
const APPLICATION_ID = 0x506f7374;

/** What a commit of the log may leave in the WAL before it is copied back: 8 MiB. */
const AUTOCHECKPOINT_PAGES = 1_000;

/**
 * One row an event, in the order of the log. What an auditor asks for stands in columns of its own; `data` and
 * `metadata` are the event's JSON as it was written, and `crc` is the CRC-32 of both, one behind the other.
 */
const SCHEMA = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    workspace TEXT NOT NULL,
    crc INTEGER NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
`;

/** A new ledger's tables may be just in the making by another process: at the start one may wait for it. */
const OPENING_MS = 10_000;

export const ledgerPath = (folder: string) => join(folder, 'ledger.sqlite');

/** Connection of the thread that writes: its commits are on disk when they return, and it alone waits for locks. */
export function openLedgerToWrite(folder: string): Sqlite {
  return openSqlite(ledgerPath(folder), {
    synchronous: 'FULL',
    // The writer tries again by itself (logWriter.ts): SQLite's own waiting is not fair between processes.
    busyTimeoutMs: 0,
    autocheckpointPages: AUTOCHECKPOINT_PAGES,
  });
}

/** A ledger opened to be read. */
export interface ReadableLedger {
  readonly db: Sqlite;
  /** What is wrong with its file, as a sentence that names it; then nothing can be appended. Null when it is whole. */
  readonly damage: string | null;
  /** With damage: the last event that can be read. */
  readonly lastReadable: number | null;
}

/**
 * Opens the ledger to be read, and makes the tables of a new one. A file that is damaged is opened for what can still
 * be read of it.
 * @throws DataFolderRefused for a folder of the format before, of a newer one, or of another program
 */
export function openLedgerToRead(folder: string): ReadableLedger {
  if (existsSync(join(folder, 'log', 'data.mdb')))
    throw new DataFolderRefused(
      `${folder} holds a ledger in the format of a version before the first release (log/data.mdb), which this ` +
        'version cannot read: move the folder away, or set POSTLEDGER_DATA to another one.',
    );
  const file = ledgerPath(folder);
  let db: Sqlite | null = null;
  try {
    db = openSqlite(file, { synchronous: 'FULL', busyTimeoutMs: OPENING_MS, autocheckpointPages: 0 });
    prepareFormat(db, file);
    db.exec('PRAGMA busy_timeout = 0');
    return { db, damage: null, lastReadable: null };
  } catch (error) {
    db?.close();
    if (!isDamaged(error)) throw error;
    const damage = `${file} is damaged: ${(error as Error).message}`;
    return { damage, ...readableOf(file, damage) };
  }
}

function readableOf(file: string, damage: string) {
  try {
    return openDamagedLedger(file);
  } catch (cause) {
    throw new DataFolderRefused(`${damage}, and nothing of it can be read: restore it from a backup.`, {
      cause,
    });
  }
}

function prepareFormat(db: Sqlite, file: string): void {
  if (formatOf(db) === LEDGER_FORMAT && applicationOf(db) === APPLICATION_ID) return;
  inTransaction(db, () => {
    const tables = Number(firstValue(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"));
    if (tables === 0) {
      db.exec(`${SCHEMA} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${LEDGER_FORMAT}`);
      return;
    }
    if (applicationOf(db) !== APPLICATION_ID)
      throw new DataFolderRefused(`${file} is the database of another program: nothing in it was touched.`);
    const format = formatOf(db);
    // Another process may have made the tables while this one waited for the lock.
    if (format !== LEDGER_FORMAT)
      throw new DataFolderRefused(
        `${file} was written by a newer version (format ${format}; this one knows ${LEDGER_FORMAT}): start that ` +
          'version, or a later one.',
      );
  });
}

const applicationOf = (db: Sqlite) => Number(firstValue(db, 'PRAGMA application_id'));
const formatOf = (db: Sqlite) => Number(firstValue(db, 'PRAGMA user_version'));

function firstValue(db: Sqlite, sql: string): unknown {
  return Object.values(db.prepare(sql).get() ?? {})[0];
}
