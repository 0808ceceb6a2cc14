import { existsSync, statSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder } from '../node/durableFiles.ts';
import { type BlobsBackup, backUpBlobs, bytesOfBlobs } from './blobs/blobsBackup.ts';
import { copySqlite } from './copySqlite.ts';
import { READ_MODELS } from './documents/documentFile.ts';
import { checkEvents, type EventsChecked } from './log/ledgerCheck.ts';
import { openSqlite } from './sqlite.ts';

/** Behind the name of a copy until the backup is whole. */
const UNDER_WAY = '.part';
const LEDGER = 'ledger.sqlite';
const BLOBS = 'blobs';
/** In the order of their copying, and of their getting their names. */
const FILES = [READ_MODELS, LEDGER] as const;
const PARTS = FILES.flatMap((name) => ['', '-journal', '-wal', '-shm'].map((end) => name + UNDER_WAY + end));

/** What a folder is to a backup into it. */
export type BackupPlace = 'empty' | 'broken off' | 'taken';

export async function backupPlace(to: string): Promise<BackupPlace> {
  const names = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return 'empty';
  const own = new Set<string>([...FILES, ...PARTS, BLOBS]);
  const isUnderWay = names.some((name) => name.endsWith(UNDER_WAY));
  return isUnderWay && names.every((name) => own.has(name)) ? 'broken off' : 'taken';
}

/** Bytes that a backup copies at present. */
export async function bytesToBackUp(from: string): Promise<number> {
  let bytes = await bytesOfBlobs(join(from, BLOBS));
  for (const name of FILES) bytes += statSync(join(from, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/**
 * Copies a data folder that a service may be using: read models first, then the log, then the blobs, so that neither
 * read models nor references are ahead of what they refer to. What a broken-off backup has left is copied again, but
 * for its blobs.
 * @param onBytes told how many bytes more were copied
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
      bytes += await copySqlite(join(from, name), join(to, name + UNDER_WAY), onBytes);
  const blobs = await backUpBlobs(join(from, BLOBS), join(to, BLOBS), onBytes);
  return { ...blobs, bytes: bytes + blobs.bytes };
}

/**
 * Looks at every event of the copy, and gives the databases their names when nothing is wrong: until then nobody
 * takes the copy for a ledger.
 * @param onEvents told how many events more were looked at
 */
export async function completeBackup(to: string, onEvents: (events: number) => void): Promise<EventsChecked> {
  const checked = await checkCopy(join(to, LEDGER + UNDER_WAY), onEvents);
  if (checked.fault !== null) return checked;
  // What the look has made beside the copy, which nothing was written to.
  for (const part of PARTS) if (!part.endsWith(UNDER_WAY)) await rm(join(to, part), { force: true });
  for (const name of FILES)
    if (existsSync(join(to, name + UNDER_WAY))) await rename(join(to, name + UNDER_WAY), join(to, name));
  await syncFolder(to);
  return checked;
}

async function checkCopy(file: string, onEvents: (events: number) => void): Promise<EventsChecked> {
  const db = openSqlite(file, { synchronous: 'FULL', busyTimeoutMs: 0, autocheckpointPages: 0 });
  try {
    return await checkEvents(db, (events) => {
      onEvents(events);
      return true;
    });
  } finally {
    db.close();
  }
}
