import { chownSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives a file or folder to the owner of the folder it lies in, when this process is root's: a command that an
 * administrator runs on the data folder of a service leaves nothing that the service's own user cannot open. Anybody
 * else owns what he makes.
 */
export function ownedAsFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) chownSync(path, uid, gid);
}

/** Makes an empty file, its owner's alone, where there is none. */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  ownedAsFolder(path);
}
