import { parentPort, workerData } from 'node:worker_threads';
import { isBusy, openSqlite } from './sqlite.ts';

/** The thread behind walCheckpoints.ts. */
export type CheckpointCommand = 'checkpoint' | 'close';
export interface CheckpointAnswer {
  /** What went wrong; null when nothing did. */
  readonly failure: string | null;
}

/** From so many pages on the log is begun again, for which writers are kept out for a moment: 32 MiB. */
const RESTART_PAGES = 8_192;
/** While this connection waits for readers, writers wait for it. */
const PATIENCE_MS = 5;

const { path } = workerData as { path: string };
const port = parentPort;
if (port === null) throw new Error('walCheckpointer.ts is a thread');
const db = openSqlite(path, {
  synchronous: 'NORMAL',
  busyTimeoutMs: PATIENCE_MS,
  autocheckpointPages: 0,
});
const passive = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const restart = db.prepare('PRAGMA wal_checkpoint(RESTART)');

/** Nearly everything is copied while writers go on; the restart then has little left to copy. */
function checkpoint(): void {
  const { log: pages } = passive.get() as { log: number };
  if (pages >= RESTART_PAGES) restart.get();
}

port.on('message', (command: CheckpointCommand) => {
  if (command === 'close') {
    try {
      // What the log holds is copied now, and not at the next start.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Another process reads it: then it goes on as it is.
    }
    db.close();
    port.close();
    return;
  }
  let failure: string | null = null;
  try {
    checkpoint();
  } catch (error) {
    // Somebody else checkpoints at this moment, which is as good.
    if (!isBusy(error)) failure = (error as Error).message;
  }
  port.postMessage({ failure } satisfies CheckpointAnswer);
});
