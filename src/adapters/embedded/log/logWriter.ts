import { parentPort, workerData } from 'node:worker_threads';
import { closedOnError, type Sqlite } from '../sqlite.ts';
import { ledgerIdentity, ledgerPath, openLedgerToWrite } from './ledgerFile.ts';
import { type AppendOutcome, type CommitBatch, logCommit } from './logCommit.ts';
import type { AppendTexts } from './logFormat.ts';
import { refuseFaultyIndex } from './streamIndex.ts';

/** What the writer thread is started with. */
export interface WriterData {
  readonly folder: string;
  /** The file that is read (ledgerIdentity): no other is ever written to. */
  readonly identity: string | null;
  /** Whether it checks the index of streams, as the process that opens the ledger first does at its start. */
  readonly checksIndex: boolean;
}

/** To the writer thread: a batch to commit, or its end. */
export type WriterCommand =
  | { readonly kind: 'commit'; readonly appends: readonly AppendTexts[] }
  | { readonly kind: 'close' };

export type WriterAnswer =
  | { readonly kind: 'committed'; readonly outcomes: readonly AppendOutcome[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** How often the writer looks whether its file is still the one in the folder. */
const LOOK_EVERY_MS = 1_000;

// The thread that writes the log of one store: it waits for the disk and for locks, so that the main thread never does.
const port = parentPort;
if (port === null) throw new Error('the log writer runs as a worker thread');
const { folder, identity, checksIndex } = workerData as WriterData;
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
  opened = closedOnError(db, () => {
    if (checksIndex) refuseFaultyIndex(db);
    return { db, commitBatch: logCommit(db) };
  });
  return opened;
};

/** A fault may leave the connection in doubt: the next batch gets a new one. */
const release = () => {
  const db = opened?.db;
  opened = null;
  try {
    // A connection that is closed within a transaction keeps the write lock until its statements are collected.
    if (db?.isTransaction) db.exec('ROLLBACK');
    db?.close();
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

const commit = (appends: readonly AppendTexts[]): WriterAnswer => {
  try {
    refuseReplaced();
    const { commitBatch } = opened ?? open();
    return { kind: 'committed', outcomes: commitBatch(appends) };
  } catch (error) {
    release();
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
};

port.on('message', (command: WriterCommand) => {
  if (command.kind === 'commit') {
    port.postMessage(commit(command.appends));
    return;
  }
  copyBack();
  release();
  port.close();
});
