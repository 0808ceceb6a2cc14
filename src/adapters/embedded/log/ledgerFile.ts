import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PART_KINDS } from '../../../events/event.ts';
import { DataFolderRefused } from '../dataFolderRefused.ts';
import { READ_MODELS } from '../documents/documentFile.ts';
import { fileIdentity } from '../fileIdentity.ts';
import {
  closedOnError,
  firstValue,
  inTransaction,
  isDamaged,
  openDamagedSqlite,
  openSqlite,
  PAGE_BYTES,
  type Sqlite,
} from '../sqlite.ts';

/** Format of `ledger.sqlite`, stored in its `user_version`. */
const LEDGER_FORMAT = 4;
/** 'Post' in ASCII, as SQLite's `application_id`: another program's database is not taken for a ledger. */
const APPLICATION_ID = 0x506f7374;
/** 'Posa': the ledger was imported without the parts of its events, for auditors. It lies in the file's header, so every copy has it. */
const AUDITING_ID = 0x506f7361;

/** Another process may be making a new ledger's tables: only at the start this process may wait for it. */
const OPENING_MS = 10_000;
/** Position at which a search for the last readable event begins; it doubles from there. */
const FIRST_STEP = 1_024;

/**
 * One row an event, in the order of the log. What auditors ask for has columns of its own; `data` and `metadata` are the
 * event's JSON as it was written. `hash` and `crc` are the row's checks (rowHash.ts), `place` is what the index of streams
 * finds it by (places.ts). The tables of the parts hold what can go: nothing of it is left in the file then (secure_delete).
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
    hash BLOB NOT NULL,
    crc INTEGER NOT NULL,
    place INTEGER NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE INDEX places ON events (place, revision);
  ${PART_KINDS.map(
    (kind) =>
      `CREATE TABLE ${kind} (position INTEGER PRIMARY KEY, salt TEXT NOT NULL, text TEXT NOT NULL) STRICT;`,
  ).join('\n  ')}
`;

const areKind = (kind: string, ...columns: readonly string[]) =>
  columns.map((column) => `typeof(${column}) = '${kind}'`).join(' AND ');

/**
 * SQL: whether every value of a row is of the kind that it was written as. A flipped bit in the header of a row makes NULL of
 * a zero, or a BLOB of a text with the same bytes, which no checksum over the bytes notices.
 */
export const HAS_KINDS = [
  areKind('text', 'stream', 'type', 'id', 'at', 'workspace', 'data', 'metadata'),
  areKind('integer', 'revision', 'crc'),
  areKind('blob', 'hash'),
].join(' AND ');

/** A page in the write-ahead log, and its header. */
export const LEDGER_FRAME_BYTES = PAGE_BYTES + 24;

/** End of the names of a backup's files until it is complete. */
export const INCOMPLETE = '.part';

export const ledgerPath = (folder: string) => join(folder, 'ledger.sqlite');

/** Connection of the thread that writes: its commits are on disk when they return, and only it waits for locks. */
export function openLedgerToWrite(folder: string): Sqlite {
  const db = openSqlite(ledgerPath(folder), {
    // The writer itself tries again (logWriter.ts): SQLite's own waiting is not fair between processes.
    busyTimeoutMs: 0,
    // Nothing is copied back within a commit (walCheckpoints.ts): after a long reader that takes seconds.
    autocheckpointPages: 0,
  });
  return closedOnError(db, () => {
    db.exec('PRAGMA secure_delete = ON');
    return db;
  });
}

/** A ledger opened to be read. */
export interface ReadableLedger {
  readonly db: Sqlite;
  /** What is wrong with its file, as a sentence that names it; then nothing can be appended. Null when it is whole. */
  readonly damage: string | null;
  /** With damage: position of the last event that can be read from the beginning without a gap. */
  readonly lastReadable: number | null;
  /** Whether it was imported without the parts of its events, for auditors. */
  readonly isForAuditing: boolean;
}

/** Called before anything is made in the folder. @throws DataFolderRefused for a folder of a version before the first release */
export function refuseOldFolder(folder: string): void {
  if (existsSync(join(folder, 'log', 'data.mdb')))
    throw new DataFolderRefused(
      `${folder} holds a ledger in the format of a version before the first release (log/data.mdb), which this ` +
        'version cannot read: move the folder away, or set POSTLEDGER_DATA to another one.',
    );
}

/**
 * Called before anything is made in the folder. Blobs and read models without their ledger mean that it was moved or lost, and
 * files of a backup that it was not completed: a new ledger in its place would begin again with an empty history.
 * @throws DataFolderRefused
 */
export function refuseLostLedger(folder: string): void {
  if (ledgerIdentity(folder) !== null) return;
  const part = ['ledger.sqlite', READ_MODELS]
    .map((name) => name + INCOMPLETE)
    .find((name) => existsSync(join(folder, name)));
  if (part !== undefined)
    throw new DataFolderRefused(
      `${folder} holds ${part} but no ledger.sqlite: it is a backup that was broken off. Run \`postledger backup\` into ` +
        'this folder again where the original is still there, or restore another backup.',
    );
  const blobs = join(folder, 'blobs');
  const left = existsSync(join(folder, READ_MODELS))
    ? READ_MODELS
    : existsSync(blobs) && readdirSync(blobs).length > 0
      ? 'blobs'
      : null;
  if (left !== null)
    throw new DataFolderRefused(
      `${folder} holds ${left} but no ledger.sqlite: put it back, or restore it from a backup. ` +
        'To begin a new ledger in this folder, start with `postledger serve --new`.',
    );
}

/** Which file is the ledger now; null when there is none. @throws where it may not be looked for */
export const ledgerIdentity = (folder: string): string | null => fileIdentity(ledgerPath(folder));

/**
 * Opens the ledger to be read, and makes the tables of a new one. A damaged file is opened for what can still be read
 * of it. `makesForAuditing`: a new one is for auditing.
 * @throws DataFolderRefused for a folder of a newer format, or of another program
 */
export function openLedgerToRead(folder: string, makesForAuditing = false): ReadableLedger {
  const file = ledgerPath(folder);
  try {
    const db = openSqlite(file, { busyTimeoutMs: OPENING_MS });
    return closedOnError(db, () => {
      prepareFormat(db, file, makesForAuditing ? AUDITING_ID : APPLICATION_ID);
      db.exec('PRAGMA busy_timeout = 0');
      return { db, damage: null, lastReadable: null, isForAuditing: isForAuditing(db) };
    });
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return openDamaged(file, `${file} is damaged: ${(error as Error).message}`);
  }
}

/** A file that was cut off still has all that is in its other pages. */
function openDamaged(file: string, damage: string): ReadableLedger {
  try {
    const db = openDamagedSqlite(file);
    return closedOnError(db, () => ({
      db,
      damage,
      lastReadable: lastReadableOf(db),
      isForAuditing: isForAuditing(db),
    }));
  } catch (cause) {
    throw new DataFolderRefused(`${damage}, and nothing of it can be read: restore it from a backup.`, {
      cause,
    });
  }
}

/** Position of the last event that can be read from the beginning without a gap, in a file with damaged pages. */
export function lastReadableOf(db: Sqlite): number {
  // A scan that ends at an event also reads the next one.
  const two = db.prepare('SELECT position FROM events WHERE position >= ? ORDER BY position LIMIT 2');
  const isReadable = (position: number): boolean => {
    try {
      return two.all(position).length === 2;
    } catch {
      return false;
    }
  };
  let low = 0;
  let high = FIRST_STEP;
  while (isReadable(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReadable(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function prepareFormat(db: Sqlite, file: string, newId: number): void {
  const isLedger = () => applicationOf(db) === APPLICATION_ID || isForAuditing(db);
  if (formatOf(db) === LEDGER_FORMAT && isLedger()) return;
  inTransaction(db, () => {
    const tables = Number(firstValue(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"));
    if (tables === 0) {
      db.exec(`${SCHEMA} PRAGMA application_id = ${newId}; PRAGMA user_version = ${LEDGER_FORMAT}`);
      return;
    }
    if (!isLedger())
      throw new DataFolderRefused(`${file} is the database of another program: nothing in it was touched.`);
    const format = formatOf(db);
    if (format < LEDGER_FORMAT)
      throw new DataFolderRefused(
        `${file} is in the format of a version before the first release (format ${format}; this one knows ` +
          `${LEDGER_FORMAT}), which this version cannot read: move the folder away, or set POSTLEDGER_DATA to another one.`,
      );
    // Another process may have made the tables while this one waited for the lock.
    if (format !== LEDGER_FORMAT)
      throw new DataFolderRefused(
        `${file} was written by a newer version (format ${format}; this one knows ${LEDGER_FORMAT}): start that ` +
          'version, or a later one.',
      );
  });
}

const applicationOf = (db: Sqlite) => Number(firstValue(db, 'PRAGMA application_id'));
export const isForAuditing = (db: Sqlite) => applicationOf(db) === AUDITING_ID;
const formatOf = (db: Sqlite) => Number(firstValue(db, 'PRAGMA user_version'));
