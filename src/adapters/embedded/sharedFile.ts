import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ports } from '../../ports/ports.ts';
import { inTransaction, isBusy, type Sqlite } from './sqlite.ts';
import { walCheckpoints } from './walCheckpoints.ts';

/** The main thread never waits for a lock: it tries again later, at growing intervals. */
const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 50;

export interface SharedFileOptions extends Pick<Ports, 'clock' | 'log'> {
  /** Tries to get the lock: 200 take ten seconds in all, 100 five. */
  readonly maxTries: number;
  /** The error of a call that is not let in. */
  readonly unavailable: (reason: string, options?: { cause?: unknown }) => Error;
  readonly close: () => void;
}

/**
 * A database that several processes read and write, as a main thread uses it. What an operation throws its caller gets, but
 * for a lock that another process holds.
 */
export function sharedFile(path: string, db: Sqlite, options: SharedFileOptions) {
  const { clock, log, maxTries, unavailable } = options;
  const checkpoints = walCheckpoints(path, db, log);
  let isClosed = false;

  const attempt = async <Result>(operation: () => Result): Promise<Result> => {
    for (let tries = 1, waitMs = FIRST_WAIT_MS; ; tries++, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      if (isClosed) throw unavailable('it is closed');
      try {
        return operation();
      } catch (cause) {
        if (!isBusy(cause)) throw cause;
        if (tries === maxTries) throw unavailable('another process does not let go of it', { cause });
      }
      await clock.sleep(waitMs);
    }
  };
  let last: Promise<unknown> = Promise.resolve();

  return {
    attempt,
    /**
     * Writes in one transaction, one after the other, each in a turn of the event loop of its own. The operation may be
     * repeated, after everything that it did was undone.
     */
    write<Result>(operation: () => Result): Promise<Result> {
      const written = last.then(nextTurn).then(async () => {
        const result = await attempt(() => inTransaction(db, operation));
        checkpoints.look();
        return result;
      });
      last = written.catch(() => {});
      return written;
    },
    async close(): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      await checkpoints.close();
      options.close();
    },
  };
}
