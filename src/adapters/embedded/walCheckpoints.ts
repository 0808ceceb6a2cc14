import type { Worker } from 'node:worker_threads';
import type { Log } from '../../ports/log.ts';
import { startThread } from '../node/startThread.ts';
import type { Sqlite } from './sqlite.ts';
import type { CheckpointAnswer, CheckpointCommand } from './walCheckpointer.ts';

/** Keeps the write-ahead log of a database short by a connection in a thread, so that no writer waits for the disk. */
export interface WalCheckpoints {
  /** Called after a commit: costs a few microseconds unless there is something to do. */
  look(): void;
  close(): Promise<void>;
}

/** Pages of the log that are not yet in the database, from which the thread is asked to bring them there: 8 MiB. */
const WORTH_PAGES = 2_048;

/** The thread is started at the first need: a command that writes little has none. */
export function walCheckpoints(path: string, db: Sqlite, log: Log): WalCheckpoints {
  // NOOP only counts.
  const state = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  let worker: Worker | null = null;
  let isBusy = false;

  const start = (): Worker => {
    const started = startThread(import.meta.url, 'walCheckpointer', { workerData: { path } });
    // It must not keep a process alive that has nothing else to do.
    started.unref();
    started.on('message', ({ failure }: CheckpointAnswer) => {
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
    look() {
      if (isBusy) return;
      const { log: pages, checkpointed } = state.get() as { log: number; checkpointed: number };
      if (pages - checkpointed < WORTH_PAGES) return;
      isBusy = true;
      worker ??= start();
      worker.postMessage('checkpoint' satisfies CheckpointCommand);
    },
    async close() {
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
