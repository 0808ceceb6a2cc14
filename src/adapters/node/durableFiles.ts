import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ownedAsFolder } from './ownedAsFolder.ts';

/** Brings a folder's entries to the disk: a new or renamed file survives power loss only after this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Brings what was written into a file to the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a folder with all above it, durably. */
export async function makeFolder(path: string, mode = 0o700): Promise<void> {
  const full = resolve(path);
  if (await exists(full)) return;
  await makeFolder(dirname(full), mode);
  await mkdir(full, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  ownedAsFolder(full);
  await syncFolder(dirname(full));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
