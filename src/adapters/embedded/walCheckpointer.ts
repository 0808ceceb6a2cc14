import { parentPort, workerData } from 'node:worker_threads';
import { isBusy, openSqlite } from './sqlite.ts';

/** To the thread of walCheckpoints.ts. It answers `checkpoint` with a `CheckpointFailure`. */
export type CheckpointCommand = 'checkpoint' | 'close';
/** What went wrong; null when nothing did. */
export type CheckpointFailure = string | null;

/** From so many pages on the log begins again, for which writers must wait a moment: 32 MiB. */
const RESTART_PAGES = 16_384;
/** While this connection waits for readers, writers wait for it. */
const BUSY_MS = 5;

const { path } = workerData as { path: string };
const port = parentPort;
if (port === null) throw new Error('walCheckpointer.ts is a thread');
const db = openSqlite(path, {
  synchronous: 'NORMAL',
  busyTimeoutMs: BUSY_MS,
});
const passive = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const restart = db.prepare('PRAGMA wal_checkpoint(RESTART)');

port.on('message', (command: CheckpointCommand) => {
  if (command === 'close') {
    try {
      // The log is copied now, and not at the next start.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Another process reads it: the log stays as it is.
    }
    db.close();
    port.close();
    return;
  }
  let failure: CheckpointFailure = null;
  try {
    // The passive checkpoint copies nearly everything while writers go on; then the restart has little to copy.
    const { log: pages, checkpointed } = passive.get() as { log: number; checkpointed: number };
    // With a reader that keeps pages from being copied, writers would wait for nothing.
    if (pages >= RESTART_PAGES && checkpointed === pages) restart.get();
  } catch (error) {
    // Another process checkpoints at this moment, which is as good.
    if (!isBusy(error)) failure = (error as Error).message;
  }
  port.postMessage(failure);
});
