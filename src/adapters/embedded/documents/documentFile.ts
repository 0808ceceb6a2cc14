import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentsUnavailable } from '../../../ports/documents.ts';
import type { Log } from '../../../ports/log.ts';
import { DataFolderRefused } from '../dataFolderRefused.ts';
import {
  closedOnError,
  firstValue,
  inTransaction,
  isDamaged,
  openLockFile,
  openSqlite,
  type Sqlite,
  shareLock,
  takeLockAlone,
} from '../sqlite.ts';
import { createNewest } from './newestPosition.ts';
import { nextAside } from './setAside.ts';

/** The file of the read models, open, and the lock by which others know that it is. */
export interface DocumentFile {
  readonly db: Sqlite;
  readonly path: string;
  /** The file was found to be unusable, for this reason: the next process that opens it sets it aside. */
  markCorrupt(unusable: Unusable): void;
  /**
   * The same, unless another process has the file open. `before` may still write into it.
   * @throws DocumentsUnavailable then, with nothing marked
   */
  markCorruptAlone(unusable: Unusable, before?: () => void): void;
  close(): void;
}

/** Why the file is no longer used. */
export interface Unusable {
  readonly is: 'damaged' | 'ahead';
  /** What was found, as words after a colon. */
  readonly why: string;
}

export const READ_MODELS = 'read-models.sqlite';
/** Of the collections that are found by parts: their index is large, and made again where the file is missing. */
export const SEARCH = 'search.sqlite';
export type DocumentFileName = typeof READ_MODELS | typeof SEARCH;
export const DOCUMENT_FILES: readonly DocumentFileName[] = [READ_MODELS, SEARCH];
const baseOf = (file: DocumentFileName) => file.slice(0, -'.sqlite'.length);

/** What the log says of an unusable file. */
const WORDS = { damaged: 'is damaged', ahead: 'is ahead of the log' };
/** Of a file with the reason, next to an unusable file until that is set aside. */
const MARKER = '.condemned';
const LOCK = '.lock';
const FORMAT = 2;
/** The writer's own checkpoint, in case the thread is too slow: 64 MiB. */
const BACKSTOP_PAGES = 32_768;
const CACHE_KIBIBYTES = 32_768;
const LOCK_TIMEOUT_MS = 10_000;
/** Another process may be making the same new file. */
const OPENING_MS = 10_000;

/**
 * Opens the read models in a data folder. All of them can be built from the log, so an unusable file is set aside and
 * an empty one begun: a file that is damaged, and a file that knows events which the log lacks. Their names have a number, and
 * none is ever replaced.
 * @throws DocumentsUnavailable when the file is unusable and another process has it open
 * @throws DataFolderRefused when another version wrote it
 */
export function openDocumentFile(folder: string, name: DocumentFileName, log: Log): DocumentFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const marker = join(folder, baseOf(name) + MARKER);
  const lock = openLockFile(join(folder, baseOf(name) + LOCK), LOCK_TIMEOUT_MS);
  const open = (): Sqlite => {
    // Renaming a file under another process's connection would have both write into one journal.
    shareLock(lock);
    if (existsSync(marker)) throw new ReadModelsUnusable(name, readMarker(marker));
    try {
      return openSound(path, name);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      throw new ReadModelsUnusable(name, { is: 'damaged', why: (error as Error).message }, { cause: error });
    }
  };
  const openOrBeginAnew = (): Sqlite => {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof ReadModelsUnusable)) throw error;
      setAside(folder, marker, lock, error, log);
      return open();
    }
  };
  const db = closedOnError(lock, openOrBeginAnew);
  const markCorrupt: DocumentFile['markCorrupt'] = (unusable) =>
    writeFileSync(marker, JSON.stringify(unusable), { mode: 0o600 });
  return {
    db,
    path,
    markCorrupt,
    markCorruptAlone: (unusable, before) =>
      aloneWith(lock, new ReadModelsUnusable(name, unusable), () => {
        before?.();
        markCorrupt(unusable);
      }),
    close() {
      db.close();
      lock.close();
    },
  };
}

class ReadModelsUnusable extends Error {
  readonly file: DocumentFileName;
  readonly unusable: Unusable;
  constructor(file: DocumentFileName, unusable: Unusable, options?: ErrorOptions) {
    super(`${file} ${WORDS[unusable.is]} (${unusable.why})`, options);
    this.file = file;
    this.unusable = unusable;
  }
}

/** A marker that a full disk or a kill cut off counts as well. */
function readMarker(marker: string): Unusable {
  try {
    const { is, why } = JSON.parse(readFileSync(marker, 'utf8')) as Partial<Unusable>;
    return { is: is === 'ahead' ? 'ahead' : 'damaged', why: String(why) };
  } catch {
    return { is: 'damaged', why: 'it was found to be so when it was last in use' };
  }
}

function openSound(path: string, name: DocumentFileName): Sqlite {
  const db = openSqlite(path, {
    // Checkpoints are in the other file, and must not outlive what they say of this one.
    synchronous: name === SEARCH ? 'FULL' : 'NORMAL',
    busyTimeoutMs: 0,
    autocheckpointPages: BACKSTOP_PAGES,
  });
  return closedOnError(db, () => {
    // What was there before is overwritten where that costs no write; free pages are left to cut.ts.
    db.exec('PRAGMA secure_delete = FAST');
    db.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES}; PRAGMA busy_timeout = ${OPENING_MS}`);
    // The first read of the pages, which finds a file that was cut off.
    const isEmpty = () => firstValue(db, 'SELECT count(*) FROM sqlite_schema') === 0;
    const format = () => firstValue(db, 'PRAGMA user_version');
    if (isEmpty() && format() === 0)
      inTransaction(db, () => {
        // Another process may have begun the file while this one waited for the lock.
        if (!isEmpty()) return;
        createNewest(db);
        db.exec(`PRAGMA user_version = ${FORMAT}`);
      });
    if (format() !== FORMAT)
      throw new DataFolderRefused(
        `${name} has the format ${format()}, and this version knows ${FORMAT}: start the version that wrote it, or move the file away, and the read models are built again.`,
      );
    db.exec('PRAGMA busy_timeout = 0');
    return db;
  });
}

/** Does something to an unusable file that no other process has open. @throws DocumentsUnavailable when one has */
function aloneWith(lock: Sqlite, found: ReadModelsUnusable, action: () => void): void {
  lock.exec('COMMIT');
  if (!takeLockAlone(lock))
    throw new DocumentsUnavailable(
      `${found.message}, and another process has it open: stop every process on this data folder, then start again.`,
      { cause: found },
    );
  action();
  lock.exec('COMMIT');
}

function setAside(folder: string, marker: string, lock: Sqlite, found: ReadModelsUnusable, log: Log): void {
  const { file, unusable } = found;
  const { is } = unusable;
  let aside = '';
  aloneWith(lock, found, () => {
    aside = nextAside(folder, baseOf(file), is);
    // A kill after the first of the two has the next start give the other the same number.
    for (const end of ['-wal', ''])
      if (existsSync(join(folder, file + end)))
        renameSync(join(folder, file + end), join(folder, aside + end));
    rmSync(join(folder, `${file}-shm`), { force: true });
    rmSync(marker, { force: true });
  });
  log.error(
    { err: found, file, setAside: aside },
    `${file} ${WORDS[is]}: it is kept as ${aside}, and the read models are built again from the log`,
  );
}
