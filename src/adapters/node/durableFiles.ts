import { chownSync, closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Ids } from '../../ports/ids.ts';

/** Brings a folder's entries to the disk: a new or renamed file survives power loss only after this. */
export function syncFolder(path: string): Promise<void> {
  return sync(path, 'r');
}

/** Brings what was written into a file to the disk. */
export function syncFile(path: string): Promise<void> {
  return sync(path, 'r+');
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a folder with all parents it lacks, durably and for its owner alone. */
export async function makeFolder(path: string): Promise<void> {
  const full = resolve(path);
  if ((await stat(full).catch(nullIfMissing)) !== null) return;
  await makeFolder(dirname(full));
  await mkdir(full, { recursive: true, mode: 0o700 });
  chownLikeFolder(full);
  await syncFolder(dirname(full));
}

/** For `catch`: null when the file or folder does not exist; other errors are thrown again. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * Gives a file or folder to the owner of its parent folder, when this process runs as root: a command that an
 * administrator runs on a service's data folder then leaves nothing that the service's user cannot open. Other users
 * own what they make.
 */
export function chownLikeFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) chownSync(path, uid, gid);
}

/** Makes an empty file, for its owner alone, where there is none. */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  chownLikeFolder(path);
}

let writes = 0;

/** Writes or replaces a file. It is there whole or not at all, and on disk when this resolves. */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  // Two writers of one name must not share a temporary file.
  const temporary = `${path}.${process.pid}.${writes++}.tmp`;
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Writes a file where there is none. It is there whole or not at all, and on disk when this resolves: of several writers the first has made it. */
export async function writeOnce(path: string, text: string, ids: Ids): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const draft = `${path}.${ids.uuid()}`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    chownLikeFolder(draft);
    // A link never replaces a file.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
}

/** Removes what writers left in a folder that were killed within `writeDurably`; those of processes that live stay. */
export function removeLeftovers(folder: string): void {
  // In one turn of the event loop: files of this process with a number that it has not used are of an earlier one.
  for (const name of namesIn(folder)) {
    const [, pid, write] = /\.(\d+)\.(\d+)\.tmp$/.exec(name) ?? [];
    if (pid === undefined) continue;
    const isOwn = Number(pid) === process.pid && Number(write) < writes;
    const isOthers = Number(pid) !== process.pid && isRunning(Number(pid));
    if (!isOwn && !isOthers) rmSync(join(folder, name), { force: true });
  }
}

/** What is wrong with the folder is said by the first write. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Moves a file into another folder, durably. */
export async function moveDurably(from: string, toFolder: string, name: string): Promise<void> {
  await makeFolder(toFolder);
  await rename(from, join(toFolder, name));
  await syncFolder(toFolder);
}
