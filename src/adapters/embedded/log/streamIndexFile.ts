import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../ports/log.ts';
import { DataFolderRefused } from '../dataFolderRefused.ts';
import { closedOnError, inTransaction, openSqlite, type Sqlite } from '../sqlite.ts';
import { openLedgerToRead } from './ledgerFile.ts';
import { createIndex, enterMissing, isIndexOf, type StreamIndex, streamIndex } from './streamIndex.ts';

/**
 * The index of streams, in a file of its own whose commits are not synced, so that a commit of the log writes little. WAL
 * mode keeps it whole: a power cut undoes the last commits, and the next opener enters these events again.
 */
export const STREAM_INDEX = 'ledger-index.sqlite';
/** Entries are scattered over the file: small pages make each cheaper. */
const PAGE_BYTES = 1_024;
const CACHE_KIBIBYTES = 16_384;
/** Of the write-ahead log, before a commit of the index copies them into the file: 8 MiB. */
const CHECKPOINT_PAGES = 8_192;
/** While all of it is built: enough for the pages of 3,000,000 events. */
const BUILDING_KIBIBYTES = 131_072;
/** Events entered between two log lines of the progress. */
const PROGRESS_EVENTS = 250_000;

/** Opens the index. @throws DataFolderRefused when there is none: only the process that opens the ledger first builds it */
export function openIndex(folder: string): StreamIndex {
  const file = join(folder, STREAM_INDEX);
  if (!existsSync(file))
    throw new DataFolderRefused(
      `${file} is missing: stop every process of the service; the next start rebuilds it`,
    );
  const db = opened(file);
  return closedOnError(db, () => streamIndex(db));
}

/**
 * Makes the index fit the log, in the process that opens the ledger first: what it lacks at its end is entered, and one
 * that is missing, damaged or of another log is rebuilt.
 */
export function fitIndex(folder: string, log: Log): void {
  const file = join(folder, STREAM_INDEX);
  const { db: ledger } = openLedgerToRead(folder);
  try {
    if (!isWhole(file, ledger)) buildIndex(file, ledger, log);
    const index = openIndex(folder);
    try {
      inTransaction(index.db, () => enterMissing(index, ledger));
    } finally {
      index.db.close();
    }
  } finally {
    ledger.close();
  }
}

function buildIndex(file: string, ledger: Sqlite, log: Log): void {
  // The write-ahead log goes first: without its database it would be taken for the new one's.
  for (const ending of ['-wal', '-shm', '']) rmSync(file + ending, { force: true });
  const db = opened(file);
  try {
    db.exec(`PRAGMA cache_size = -${BUILDING_KIBIBYTES}`);
    inTransaction(db, () => {
      createIndex(db);
      enterMissing(streamIndex(db), ledger, (position) => {
        if (position === 1) log.warn({ file }, 'the index of streams is rebuilt from the log');
        if (position % PROGRESS_EVENTS === 0)
          log.info({ file }, `the index of streams: ${position} events are entered`);
      });
    });
  } finally {
    db.close();
  }
}

function opened(file: string): Sqlite {
  const db = openSqlite(file, {
    synchronous: 'NORMAL',
    busyTimeoutMs: 0,
    autocheckpointPages: CHECKPOINT_PAGES,
    pageBytes: PAGE_BYTES,
  });
  return closedOnError(db, () => {
    db.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES}`);
    return db;
  });
}

/** Any fault of reading it is a reason to rebuild it, which is always right. */
function isWhole(file: string, ledger: Sqlite): boolean {
  if (!existsSync(file)) return false;
  try {
    const db = opened(file);
    try {
      return isIndexOf(ledger, db);
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}
