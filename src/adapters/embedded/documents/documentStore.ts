import type { Clock } from '../../../ports/clock.ts';
import { DocumentsUnavailable } from '../../../ports/documents.ts';
import type { Log } from '../../../ports/log.ts';
import { DataFolderRefused } from '../dataFolderRefused.ts';
import { inTransaction, isBusy, isDamaged, isMissingTable, type Sqlite } from '../sqlite.ts';
import { walCheckpoints } from '../walCheckpoints.ts';
import { type DocumentFile, openDocumentFile, READ_MODELS } from './documentFile.ts';
import { DamagedRow } from './documentRow.ts';
import { sharedCommits } from './sharedCommits.ts';

/** The read models' file for all collections of a process. Everything rejects with `DocumentsUnavailable`. */
export interface DocumentStore {
  /** Reads one state of the file; `empty` when the table that is read does not exist. */
  read<Result>(empty: Result, operation: (db: Sqlite) => Result): Promise<Result>;
  /**
   * Writes the table `name`, in one transaction with all that is written in the same turn of the event loop: each blocks it for
   * some milliseconds. The operation may be repeated, after everything that it did was undone.
   * @param rows how many it writes
   */
  write<Result>(name: string, operation: (db: Sqlite) => Result, rows?: number): Promise<Result>;
  close(): Promise<void>;
}

/** The main thread never waits for a lock: it tries again later, at growing intervals, for ten seconds in all. */
const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 50;
const MAX_TRIES = 200;

/**
 * @param folder the data folder
 * @param marksDamage whether a file that is found to be damaged is set aside at the next start
 */
export function openDocumentStore(
  folder: string,
  { clock, log, marksDamage }: { clock: Clock; log: Log; marksDamage: boolean },
): DocumentStore {
  let file: DocumentFile;
  try {
    file = openDocumentFile(folder, log);
  } catch (error) {
    throw error instanceof DataFolderRefused ? error : unavailable(error);
  }
  const { db } = file;
  const checkpoints = walCheckpoints(file.path, db, log);
  let closed = false;
  const reportDamage = damageReport(file, log, marksDamage);

  const attempt = async <Result>(operation: () => Result): Promise<Result> => {
    for (let tries = 1, waitMs = FIRST_WAIT_MS; ; tries++, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      if (closed) throw new DocumentsUnavailable('it is closed');
      try {
        return operation();
      } catch (cause) {
        if (isDamaged(cause) || cause instanceof DamagedRow) {
          reportDamage(cause);
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

  const commits = sharedCommits(async (operations) => {
    await attempt(() =>
      inTransaction(db, () => {
        for (const operation of operations) operation();
      }),
    );
    checkpoints.look();
  });

  return {
    async read(empty, operation) {
      try {
        return await attempt(() => inSnapshot(db, () => operation(db)));
      } catch (error) {
        if (isMissingTable(error)) return empty;
        throw unavailable(error);
      }
    },
    async write(name, operation, rows = 1) {
      try {
        return await commits.add(() => operation(db), rows);
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

/** Reports the first damage that is found, and has the next start set the file aside. */
function damageReport(file: DocumentFile, log: Log, marksDamage: boolean): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (isReported) return;
    isReported = true;
    log.error(
      { err: error, file: READ_MODELS },
      `${READ_MODELS} is damaged: restart, and the read models are built again from the log`,
    );
    if (marksDamage) file.markCorrupt({ is: 'damaged', why: (error as Error).message });
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

function unavailable(cause: unknown): DocumentsUnavailable {
  return cause instanceof DocumentsUnavailable
    ? cause
    : new DocumentsUnavailable((cause as Error).message, { cause });
}
