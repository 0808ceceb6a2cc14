import { existsSync, statSync } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, nullIfMissing, syncFile, syncFolder } from '../node/durableFiles.ts';
import { type BlobsBackup, backUpBlobs, bytesOfBlobs } from './blobs/blobsBackup.ts';
import { READ_MODELS } from './documents/documentFile.ts';
import { checkEvents, type EventsChecked } from './log/ledgerCheck.ts';
import { INCOMPLETE } from './log/ledgerFile.ts';
import { backupSqlite, openSqlite } from './sqlite.ts';

const LEDGER = 'ledger.sqlite';
const BLOBS = 'blobs';
/** In the order in which they are copied and then get their names. */
const FILES = [READ_MODELS, LEDGER] as const;
const PARTS = FILES.flatMap((name) => ['', '-journal', '-wal', '-shm'].map((end) => name + INCOMPLETE + end));
/** How often the progress of a copy is looked up. */
const PROGRESS_MS = 250;
const ALL_PAGES = -1;
/** Another process may be recovering the write-ahead log at this moment. */
const BUSY_MS = 10_000;

/** State of the folder that a backup is to be written to. */
export type BackupPlace = 'empty' | 'broken off' | 'taken';

export async function backupPlace(to: string): Promise<BackupPlace> {
  const names = (await readdir(to).catch(nullIfMissing)) ?? [];
  if (names.length === 0) return 'empty';
  const own = new Set<string>([...FILES, ...PARTS, BLOBS]);
  const isIncomplete = names.some((name) => name.endsWith(INCOMPLETE));
  return isIncomplete && names.every((name) => own.has(name)) ? 'broken off' : 'taken';
}

/** Bytes that a backup would copy now. */
export async function bytesToBackUp(from: string): Promise<number> {
  let bytes = await bytesOfBlobs(join(from, BLOBS));
  for (const name of FILES) bytes += statSync(join(from, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/**
 * Copies a data folder that a service may be using: read models first, then the log, then the blobs, so that neither
 * read models nor references are ahead of what they refer to. After a backup that was broken off, everything but its
 * blobs is copied again.
 * @param onBytes called with the number of bytes copied since the last call
 */
export async function copyFolder(
  from: string,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<BlobsBackup> {
  await makeFolder(to);
  for (const part of PARTS) await rm(join(to, part), { force: true });
  let bytes = 0;
  for (const name of FILES)
    if (existsSync(join(from, name)))
      bytes += await copySqlite(join(from, name), join(to, name + INCOMPLETE), onBytes);
  const blobs = await backUpBlobs(join(from, BLOBS), join(to, BLOBS), onBytes);
  return { ...blobs, bytes: bytes + blobs.bytes };
}

/**
 * Copies a database that others read and write meanwhile, as it was when the copy began, and syncs the copy to the
 * disk. All pages go in one step: a copy in several steps would begin again whenever another process commits.
 * Resolves with the copy's bytes.
 * @throws the error of SQLite or the file system; an incomplete copy is then of no use
 */
async function copySqlite(from: string, to: string, onBytes: (bytes: number) => void): Promise<number> {
  const db = openSqlite(from, { busyTimeoutMs: BUSY_MS, readOnly: true });
  let reported = 0;
  const report = async () => {
    const { size } = await stat(to);
    onBytes(size - reported);
    reported = size;
  };
  const reporting = setInterval(() => void report().catch(() => {}), PROGRESS_MS);
  try {
    // It will hold recipients and contents: the file is made for its owner alone before anything is in it.
    await writeFile(to, '', { mode: 0o600 });
    await backupSqlite(db, to, { rate: ALL_PAGES });
  } finally {
    clearInterval(reporting);
    db.close();
  }
  await syncFile(to);
  await report();
  return reported;
}

/**
 * Checks every event of the copy, and gives the databases their names when nothing is wrong: until then no program
 * takes the copy for a ledger.
 * @param onEvents called with the number of events checked since the last call
 */
export async function completeBackup(to: string, onEvents: (events: number) => void): Promise<EventsChecked> {
  const checked = await checkCopy(join(to, LEDGER + INCOMPLETE), onEvents);
  if (checked.fault !== null) return checked;
  // Files that the check made next to the copy; nothing was written to them.
  for (const part of PARTS) if (!part.endsWith(INCOMPLETE)) await rm(join(to, part), { force: true });
  for (const name of FILES)
    if (existsSync(join(to, name + INCOMPLETE))) await rename(join(to, name + INCOMPLETE), join(to, name));
  await syncFolder(to);
  return checked;
}

async function checkCopy(file: string, onEvents: (events: number) => void): Promise<EventsChecked> {
  const db = openSqlite(file, { busyTimeoutMs: 0 });
  try {
    return await checkEvents(db, (events) => {
      onEvents(events);
      return true;
    });
  } finally {
    db.close();
  }
}
