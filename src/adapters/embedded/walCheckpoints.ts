import type { Worker } from 'node:worker_threads';
import type { Log } from '../../ports/log.ts';
import { startThread } from '../node/startThread.ts';
import type { Sqlite, Statement } from './sqlite.ts';
import type { CheckpointCommand, CheckpointFailure } from './walCheckpointer.ts';

/** Pages of the log not yet in the database, from which on the thread copies them: 8 MiB. */
const COPY_PAGES = 4_096;

/**
 * Keeps the write-ahead log of a database short, in a thread of its own, so that no writer waits for the disk. The thread
 * is started when it is first needed: a command that writes little never needs it.
 */
export function walCheckpoints(path: string, db: Sqlite, log: Log) {
  let state: Statement | null = null;
  let worker: Worker | null = null;
  let isBusy = false;

  const start = (): Worker => {
    const started = startThread(import.meta.url, 'walCheckpointer', { workerData: { path } });
    // It must not keep a process alive that is otherwise done.
    started.unref();
    started.on('message', (failure: CheckpointFailure) => {
      isBusy = false;
      if (failure !== null) log.warn({ failure, path }, 'the write-ahead log could not be checkpointed');
    });
    const ended = (reason: unknown) => {
      if (worker !== started) return;
      worker = null;
      isBusy = false;
      log.warn({ err: reason, path }, 'the thread that checkpoints ended, it is started again');
    };
    started.on('error', ended);
    started.on('exit', (code) => ended(new Error(`it ended with code ${code}`)));
    return started;
  };

  return {
    /**
     * Called after a commit: costs a few microseconds unless there is something to do.
     * @returns the pages of the write-ahead log
     */
    look(): number {
      // NOOP only counts.
      state ??= db.prepare('PRAGMA wal_checkpoint(NOOP)');
      const { log: pages, checkpointed } = state.get() as { log: number; checkpointed: number };
      if (isBusy || pages - checkpointed < COPY_PAGES) return pages;
      isBusy = true;
      worker ??= start();
      worker.postMessage('checkpoint' satisfies CheckpointCommand);
      return pages;
    },
    async close(): Promise<void> {
      const closing = worker;
      worker = null;
      if (closing === null) return;
      closing.ref();
      const ended = new Promise<void>((resolve) => closing.once('exit', () => resolve()));
      closing.postMessage('close' satisfies CheckpointCommand);
      await ended;
    },
  };
}
