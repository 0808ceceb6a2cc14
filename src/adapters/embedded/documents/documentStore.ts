import type { Clock } from '../../../ports/clock.ts';
import { DocumentsUnavailable } from '../../../ports/documents.ts';
import type { Log } from '../../../ports/log.ts';
import { DataFolderRefused } from '../dataFolderRefused.ts';
import { sharedFile } from '../sharedFile.ts';
import { isDamaged, isMissingTable, type Sqlite } from '../sqlite.ts';
import { type DocumentFile, type DocumentFileName, openDocumentFile } from './documentFile.ts';
import { DamagedRow } from './documentRow.ts';

/** The read models' file for all collections of a process. Everything rejects with `DocumentsUnavailable`. */
export interface DocumentStore {
  /** Reads one state of the file; `empty` when the table that is read does not exist. */
  read<Result>(empty: Result, operation: (db: Sqlite) => Result): Promise<Result>;
  /**
   * Writes the table `name` in a transaction, in a turn of the event loop of its own. The operation may be repeated, after
   * everything that it did was undone.
   */
  write<Result>(name: string, operation: (db: Sqlite) => Result): Promise<Result>;
  close(): Promise<void>;
}

/** For a lock: ten seconds in all. */
const MAX_TRIES = 200;

/**
 * @param folder the data folder
 * @param name of the file in it
 * @param marksDamage whether a file that is found to be damaged is set aside at the next start
 */
export function openDocumentStore(
  folder: string,
  name: DocumentFileName,
  { clock, log, marksDamage }: { clock: Clock; log: Log; marksDamage: boolean },
): DocumentStore {
  let file: DocumentFile;
  try {
    file = openDocumentFile(folder, name, log);
  } catch (error) {
    throw error instanceof DataFolderRefused ? error : unavailable(error);
  }
  const { db } = file;
  const { attempt, write, close } = sharedFile(file.path, db, {
    ...{ clock, log, maxTries: MAX_TRIES, close: file.close },
    unavailable: (reason, options) => new DocumentsUnavailable(reason, options),
  });
  const reportDamage = damageReport(file, name, log, marksDamage);
  const faultOf = (error: unknown): Error => {
    if (!isDamaged(error) && !(error instanceof DamagedRow)) return unavailable(error);
    reportDamage(error);
    return new DocumentsUnavailable(`${name} is damaged (${(error as Error).message})`, {
      cause: error,
    });
  };

  return {
    async read(empty, operation) {
      try {
        return await attempt(() => inSnapshot(db, () => operation(db)));
      } catch (error) {
        if (isMissingTable(error)) return empty;
        throw faultOf(error);
      }
    },
    async write(name, operation) {
      try {
        return await write(() => operation(db));
      } catch (error) {
        if (isMissingTable(error))
          throw new DocumentsUnavailable(`the collection ${name} was dropped`, { cause: error });
        throw faultOf(error);
      }
    },
    close,
  };
}

/** Reports the first damage that is found, and has the next start set the file aside. */
function damageReport(
  file: DocumentFile,
  name: DocumentFileName,
  log: Log,
  marksDamage: boolean,
): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (isReported) return;
    isReported = true;
    log.error(
      { err: error, file: name },
      `${name} is damaged: restart, and the read models are built again from the log`,
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
