import type { Clock } from '../../../ports/clock.ts';
import { DocumentsUnavailable } from '../../../ports/documents.ts';
import type { Log } from '../../../ports/log.ts';
import { inTransaction, isBusy, isDamaged, isMissingTable, type Sqlite } from '../sqlite.ts';
import { walCheckpoints } from '../walCheckpoints.ts';
import { openDocumentFile, READ_MODELS } from './documentFile.ts';

/** The read models' file for all collections of a process. Everything rejects with `DocumentsUnavailable`. */
export interface DocumentStore {
  /** Reads one state of the file; `empty` when the table `name` does not exist. */
  read<Result>(name: string, empty: Result, operation: (db: Sqlite) => Result): Promise<Result>;
  /** Writes in one transaction, of some milliseconds, for which the event loop stands still. */
  write<Result>(name: string, operation: (db: Sqlite) => Result): Promise<Result>;
  close(): Promise<void>;
}

/** The main thread never waits for a lock: it asks again later, at growing intervals, for ten seconds in all. */
const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 50;
const MAX_TRIES = 200;

/** @param folder the data folder */
export function openDocumentStore(folder: string, { clock, log }: { clock: Clock; log: Log }): DocumentStore {
  const file = opened(() => openDocumentFile(folder, log));
  const { db } = file;
  const checkpoints = walCheckpoints(file.path, db, log);
  let closed = false;
  let told = false;

  const tellDamage = (error: unknown) => {
    if (told) return;
    told = true;
    log.error(
      { err: error, file: READ_MODELS },
      `${READ_MODELS} is damaged: restart, and the read models are built again from the log`,
    );
    file.condemn({ is: 'damaged', why: (error as Error).message });
  };

  const attempt = async <Result>(operation: () => Result): Promise<Result> => {
    for (let tries = 1, waitMs = FIRST_WAIT_MS; ; tries++, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      if (closed) throw new DocumentsUnavailable('it is closed');
      try {
        return operation();
      } catch (cause) {
        if (isDamaged(cause)) {
          tellDamage(cause);
          throw new DocumentsUnavailable(`${READ_MODELS} is damaged (${(cause as Error).message})`, {
            cause,
          });
        }
        if (!isBusy(cause)) throw cause;
        if (tries === MAX_TRIES)
          throw new DocumentsUnavailable('another process does not let go of it', { cause });
      }
      await clock.sleep(waitMs);
    }
  };

  return {
    async read(_name, empty, operation) {
      try {
        return await attempt(() => inSnapshot(db, () => operation(db)));
      } catch (error) {
        if (isMissingTable(error)) return empty;
        throw unavailable(error);
      }
    },
    async write(name, operation) {
      try {
        const result = await attempt(() => inTransaction(db, () => operation(db)));
        checkpoints.look();
        return result;
      } catch (error) {
        if (isMissingTable(error))
          throw new DocumentsUnavailable(`the collection ${name} was dropped`, { cause: error });
        throw unavailable(error);
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await checkpoints.close();
      file.close();
    },
  };
}

/** Runs several reads on one state of the file, which also costs less than a lock for each. */
function inSnapshot<Result>(db: Sqlite, action: () => Result): Result {
  db.exec('BEGIN');
  try {
    return action();
  } finally {
    if (db.isTransaction) db.exec('COMMIT');
  }
}

function opened<Result>(open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): DocumentsUnavailable {
  return cause instanceof DocumentsUnavailable
    ? cause
    : new DocumentsUnavailable((cause as Error).message, { cause });
}
