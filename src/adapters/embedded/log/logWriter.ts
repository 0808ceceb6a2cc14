import { parentPort, workerData } from 'node:worker_threads';
import { closedOnError, isBusy, type Sqlite } from '../sqlite.ts';
import { batchMemory } from './batchMemory.ts';
import { ledgerIdentity, ledgerPath, openLedgerToWrite } from './ledgerFile.ts';
import { type CommitBatch, logCommit } from './logCommit.ts';

/** What the writer thread is started with: its ledger and the memory of the batches, by their numbers. */
export interface WriterData {
  readonly folder: string;
  /** The file that is read (ledgerIdentity): no other is ever written to. */
  readonly identity: string | null;
  readonly batches: readonly SharedArrayBuffer[];
}

/** To the writer thread: a batch to commit, or its end. */
export type WriterCommand =
  | { readonly kind: 'commit'; readonly batch: number; readonly appends: number }
  | { readonly kind: 'close' };

export type WriterAnswer =
  | { readonly kind: 'committed'; readonly before: number; readonly last: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** How long a batch waits for other processes that write; then it fails. */
const LOCK_TIMEOUT_MS = 10_000;
/** How often the writer looks whether its file is still the one in the folder. */
const LOOK_EVERY_MS = 1_000;
/** Between two tries for the lock: short, so that no process waits long after the others. */
const LOCK_RETRY_MS = 0.5;

// The thread that writes the log of one store: it waits for the disk and for locks, so that the main thread never does.
const port = parentPort;
if (port === null) throw new Error('the log writer runs as a worker thread');
const { folder, identity, batches } = workerData as WriterData;
const memories = batches.map((shared) => batchMemory(shared));
const pause = new Int32Array(new SharedArrayBuffer(4));
let opened: { readonly db: Sqlite; readonly commitBatch: CommitBatch } | null = null;

let lookedAtMs = Number.NEGATIVE_INFINITY;

/** What is written into a file that was removed or replaced is gone when the process ends, however often it is synced. */
const refuseReplaced = () => {
  if (performance.now() - lookedAtMs < LOOK_EVERY_MS) return;
  if (ledgerIdentity(folder) !== identity)
    throw new Error(
      `${ledgerPath(folder)} was removed or replaced while the service runs: put the file back, or stop every process ` +
        'and restore the newest backup',
    );
  lookedAtMs = performance.now();
};

/** During an outage each batch opens the file: a connection that fails is closed. */
const open = () => {
  const db = openLedgerToWrite(folder);
  opened = closedOnError(db, () => ({ db, commitBatch: logCommit(db) }));
  return opened;
};

/** A fault may leave the connection in doubt: the next batch gets a new one. */
const release = () => {
  const released = opened;
  opened = null;
  try {
    // A connection that is closed within a transaction keeps the write lock until its statements are collected.
    if (released?.db.isTransaction) released.db.exec('ROLLBACK');
    released?.db.close();
  } catch {
    // The connection is dropped in any case, and only the first fault is reported.
  }
};

/**
 * Copies what was written back into the database. SQLite does so when the last connection closes, but a connection of this
 * library lives on until its statements are collected, which an ending process does not wait for.
 */
const copyBack = () => {
  try {
    opened?.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The WAL stays as it is: the next start reads it.
  }
};

/** Takes the one write lock of the ledger. */
const begin = (db: Sqlite) => {
  const endsAtMs = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endsAtMs) throw error;
      Atomics.wait(pause, 0, 0, LOCK_RETRY_MS);
    }
  }
};

const commit = (batch: number, appends: number): WriterAnswer => {
  try {
    refuseReplaced();
    const { db, commitBatch } = opened ?? open();
    const memory = memories[batch];
    if (memory === undefined) throw new Error(`there is no batch ${batch}`);
    begin(db);
    return { kind: 'committed', ...commitBatch(memory, appends) };
  } catch (error) {
    release();
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
};

port.on('message', (command: WriterCommand) => {
  if (command.kind === 'commit') {
    port.postMessage(commit(command.batch, command.appends));
    return;
  }
  copyBack();
  release();
  port.close();
});
