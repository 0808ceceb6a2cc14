import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../ports/log.ts';
import { isBusy, isDamaged, openLockFile, openSqlite, type Sqlite } from './sqlite.ts';

/** The file of the read models, open, and the lock by which others know that it is. */
export interface DocumentFile {
  readonly db: Sqlite;
  readonly path: string;
  /** The file was found to be damaged: whoever opens it next sets it aside. */
  condemn(): void;
  close(): void;
}

export const READ_MODELS = 'read-models.sqlite';
const SET_ASIDE = 'read-models.damaged.sqlite';
const CONDEMNED = 'read-models.condemned';
const LOCK = 'read-models.lock';
const FORMAT = 1;
/** Every change of a document writes whole pages: small ones make scattered changes cheaper. */
const PAGE_BYTES = 4_096;
/** The writer's own checkpoint, should the thread not keep up: 64 MiB. */
const BACKSTOP_PAGES = 16_384;
const CACHE_KIBIBYTES = 32_768;
const LOCK_PATIENCE_MS = 10_000;

/**
 * Opens the read models in a data folder. All that is in them can be built from the log, so a damaged file is set
 * aside, under a name of its own that a later one takes over, and an empty one is begun.
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
    if (existsSync(condemned)) throw new FoundDamaged('it was found to be so when it was last in use');
    try {
      return openWhole(path);
    } catch (error) {
      throw isDamaged(error) ? new FoundDamaged((error as Error).message, { cause: error }) : error;
    }
  };
  try {
    const db = openOrAnew(open, (damage) => setAside(folder, lock, damage, log));
    return {
      db,
      path,
      condemn: () => writeFileSync(condemned, '', { mode: 0o600 }),
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

class FoundDamaged extends Error {}

function openOrAnew(open: () => Sqlite, aside: (damage: FoundDamaged) => void): Sqlite {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof FoundDamaged)) throw error;
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
    // The first look at the pages, which finds a file that was cut.
    const tables = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get();
    const format = db.prepare('PRAGMA user_version').get()?.user_version;
    if (format === 0 && tables?.tables === 0) db.exec(`PRAGMA user_version = ${FORMAT}`);
    else if (format !== FORMAT)
      throw new Error(
        `${READ_MODELS} has the format ${format}, and this version knows ${FORMAT}: start the newer one.`,
      );
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function setAside(folder: string, lock: Sqlite, damage: FoundDamaged, log: Log): void {
  lock.exec('COMMIT');
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(
      `${READ_MODELS} is damaged (${damage.message}), and another process has it open: stop every process on this data folder, then start again.`,
      { cause: damage },
    );
  }
  for (const end of ['', '-wal'])
    if (existsSync(join(folder, READ_MODELS + end)))
      renameSync(join(folder, READ_MODELS + end), join(folder, SET_ASIDE + end));
    else rmSync(join(folder, SET_ASIDE + end), { force: true });
  rmSync(join(folder, `${READ_MODELS}-shm`), { force: true });
  rmSync(join(folder, CONDEMNED), { force: true });
  lock.exec('COMMIT');
  log.error(
    { err: damage, file: READ_MODELS, setAside: SET_ASIDE },
    `${READ_MODELS} is damaged: it is kept as ${SET_ASIDE}, and the read models are built anew from the log`,
  );
}
