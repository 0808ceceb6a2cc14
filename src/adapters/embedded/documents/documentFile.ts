import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../ports/log.ts';
import { inTransaction, isBusy, isDamaged, openLockFile, openSqlite, type Sqlite } from '../sqlite.ts';
import { createNewest, hasNewest } from './newestPosition.ts';

/** The file of the read models, open, and the lock by which others know that it is. */
export interface DocumentFile {
  readonly db: Sqlite;
  readonly path: string;
  /** The file was found to be of no use, for this reason: the process that opens it next sets it aside. */
  condemn(unfit: Unfit): void;
  close(): void;
}

/** Why the file is not read any more. */
export interface Unfit {
  readonly is: 'damaged' | 'ahead';
  /** What was found, as words behind a colon. */
  readonly why: string;
}

export const READ_MODELS = 'read-models.sqlite';
/** The names under which it is kept, and what is said of it. */
const SET_ASIDE = { damaged: 'read-models.damaged.sqlite', ahead: 'read-models.ahead.sqlite' };
const SAID = { damaged: 'is damaged', ahead: 'is ahead of the log' };
const CONDEMNED = 'read-models.condemned';
const LOCK = 'read-models.lock';
const FORMAT = 1;
/** Every change of a document writes whole pages: small ones make scattered changes cheaper. */
const PAGE_BYTES = 4_096;
/** The writer's own checkpoint, should the thread not keep up: 64 MiB. */
const BACKSTOP_PAGES = 16_384;
const CACHE_KIBIBYTES = 32_768;
const LOCK_PATIENCE_MS = 10_000;
/** Another process may be making the same new file. */
const OPENING_MS = 10_000;

/**
 * Opens the read models in a data folder. All that is in them can be built from the log, so a damaged file is set
 * aside, and one that knows events which the log lacks, under a name of its own that a later one takes over, and an empty one is begun.
 * @throws Error when the file is damaged and another process has it open, or when a newer version wrote it
 */
export function openDocumentFile(folder: string, log: Log): DocumentFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, READ_MODELS);
  const condemned = join(folder, CONDEMNED);
  const lock = openLockFile(join(folder, LOCK), LOCK_PATIENCE_MS);
  const open = (): Sqlite => {
    // Renaming a file under another process's connection would have both write into one journal.
    lock.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    if (existsSync(condemned)) throw new FoundUnfit(unfitIn(condemned));
    try {
      return openWhole(path);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      throw new FoundUnfit({ is: 'damaged', why: (error as Error).message }, { cause: error });
    }
  };
  try {
    const db = openOrAnew(open, (found) => setAside(folder, lock, found, log));
    return {
      db,
      path,
      condemn: (unfit) => writeFileSync(condemned, JSON.stringify(unfit), { mode: 0o600 }),
      close() {
        db.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

class FoundUnfit extends Error {
  readonly unfit: Unfit;
  constructor(unfit: Unfit, options?: ErrorOptions) {
    super(`${READ_MODELS} ${SAID[unfit.is]} (${unfit.why})`, options);
    this.unfit = unfit;
  }
}

/** A note that was broken off, by a full disk or a kill, condemns the file all the same. */
function unfitIn(condemned: string): Unfit {
  try {
    const { is, why } = JSON.parse(readFileSync(condemned, 'utf8')) as Partial<Unfit>;
    return { is: is === 'ahead' ? 'ahead' : 'damaged', why: String(why) };
  } catch {
    return { is: 'damaged', why: 'it was found to be so when it was last in use' };
  }
}

function openOrAnew(open: () => Sqlite, aside: (found: FoundUnfit) => void): Sqlite {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof FoundUnfit)) throw error;
    aside(error);
    return open();
  }
}

function openWhole(path: string): Sqlite {
  const db = openSqlite(path, {
    synchronous: 'NORMAL',
    busyTimeoutMs: 0,
    pageBytes: PAGE_BYTES,
    autocheckpointPages: BACKSTOP_PAGES,
  });
  try {
    db.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES}`);
    db.exec(`PRAGMA busy_timeout = ${OPENING_MS}`);
    // The first look at the pages, which finds a file that was cut.
    const tables = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get();
    const format = db.prepare('PRAGMA user_version').get()?.user_version;
    if (format === 0 && tables?.tables === 0)
      inTransaction(db, () => {
        createNewest(db);
        db.exec(`PRAGMA user_version = ${FORMAT}`);
      });
    else if (format === FORMAT && !hasNewest(db)) inTransaction(db, () => createNewest(db));
    else if (format !== FORMAT)
      throw new Error(
        `${READ_MODELS} has the format ${format}, and this version knows ${FORMAT}: start the newer one.`,
      );
    db.exec('PRAGMA busy_timeout = 0');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function setAside(folder: string, lock: Sqlite, found: FoundUnfit, log: Log): void {
  const aside = SET_ASIDE[found.unfit.is];
  lock.exec('COMMIT');
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(
      `${found.message}, and another process has it open: stop every process on this data folder, then start again.`,
      { cause: found },
    );
  }
  for (const end of ['', '-wal'])
    if (existsSync(join(folder, READ_MODELS + end)))
      renameSync(join(folder, READ_MODELS + end), join(folder, aside + end));
    else rmSync(join(folder, aside + end), { force: true });
  rmSync(join(folder, `${READ_MODELS}-shm`), { force: true });
  rmSync(join(folder, CONDEMNED), { force: true });
  lock.exec('COMMIT');
  log.error(
    { err: found, file: READ_MODELS, setAside: aside },
    `${READ_MODELS} ${SAID[found.unfit.is]}: it is kept as ${aside}, and the read models are built again from the log`,
  );
}
