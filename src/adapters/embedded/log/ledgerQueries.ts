import { EventStoreUnavailable, LogDamaged } from '../../../ports/eventStore.ts';
import { isBusy, isDamaged, type Sqlite, type Statement } from '../sqlite.ts';
import { ledgerPath } from './ledgerFile.ts';

/** The statements of one connection that reads the ledger, and the tries that a read has. */
export interface LedgerQueries {
  /** A prepared statement whose rows are arrays, kept for the next time. */
  statement(sql: string): Statement;
  /**
   * One read, tried again while another connection holds the database.
   * @throws EventStoreUnavailable when the file can't be read, is damaged, or the connection was closed
   */
  read<Result>(query: () => Result): Promise<Result>;
  close(): void;
}

/** Another connection may hold the database for the moment in which it recovers or ends it. */
const BUSY_RETRY_MS = 5;
const BUSY_TRIES = 400;
/** Sets of event types whose statements are kept: there are as many as there are kinds of readers. */
const MAX_STATEMENTS = 200;

export function ledgerQueries(db: Sqlite, folder: string): LedgerQueries {
  const statements = new Map<string, Statement>();
  let closed = false;
  return {
    statement(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      if (statements.size === MAX_STATEMENTS) statements.clear();
      const prepared = db.prepare(sql);
      prepared.setReturnArrays(true);
      statements.set(sql, prepared);
      return prepared;
    },
    async read(query) {
      for (let tries = 1; ; tries++) {
        if (closed) throw new EventStoreUnavailable('it is closed');
        try {
          return query();
        } catch (cause) {
          // A statement that met a fault would tell of it once more when it is used again.
          statements.clear();
          if (!isBusy(cause) || tries === BUSY_TRIES) throw unreadable(folder, cause);
          await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
        }
      }
    },
    close() {
      closed = true;
      statements.clear();
      db.close();
    },
  };
}

/** The port's own error for what a read of the ledger met. */
export function unreadable(folder: string, cause: unknown): Error {
  if (cause instanceof EventStoreUnavailable) return cause;
  const says = (cause as Error).message;
  if (isDamaged(cause)) return new LogDamaged(`${ledgerPath(folder)} is damaged: ${says}`, { cause });
  return new EventStoreUnavailable(says, { cause });
}
