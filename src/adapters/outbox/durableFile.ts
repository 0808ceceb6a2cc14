import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from '../node/durableFiles.ts';

let written = 0;

/**
 * Writes a file so that it is there whole or not at all, whatever happens, and is on disk when this resolves. The
 * same name is written over.
 */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  // Two writers of one name must not share a temporary file.
  const temporary = `${path}.${process.pid}.${written++}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(folder);
}

/** Moves a file into another folder, durably. */
export async function moveDurably(from: string, toFolder: string, name: string): Promise<void> {
  await makeFolder(toFolder);
  await rename(from, join(toFolder, name));
  await syncFolder(toFolder);
}
