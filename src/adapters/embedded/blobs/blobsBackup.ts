import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, nullIfMissing } from '../../node/durableFiles.ts';
import { openEmbeddedBlobs } from './blobs.ts';

export interface BlobsBackup {
  readonly blobs: number;
  readonly bytes: number;
  /** Files whose content does not match their name, which were not copied; only the first ones. */
  readonly damaged: readonly string[];
}

const BLOB_NAME = /^[0-9a-f]{64}$/;
const MAX_NAMED = 20;

/** Copies the blobs of a folder that a service may be adding to. Blobs that the copy already has are not written again. */
export async function backUpBlobs(
  from: string,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<BlobsBackup> {
  await makeFolder(to);
  const copies = openEmbeddedBlobs(to);
  const damaged: string[] = [];
  let blobs = 0;
  let bytes = 0;
  for await (const file of blobFiles(from)) {
    const content = await readFile(file).catch(nullIfMissing);
    // A blob that no event refers to may be swept at any time.
    if (content === null) continue;
    const { sha256 } = await copies.put(content);
    if (!file.endsWith(sha256)) {
      if (damaged.length < MAX_NAMED) damaged.push(file);
      continue;
    }
    blobs++;
    bytes += content.length;
    onBytes(content.length);
  }
  return { blobs, bytes, damaged };
}

export async function bytesOfBlobs(folder: string): Promise<number> {
  let bytes = 0;
  for await (const file of blobFiles(folder))
    bytes += await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
}

/** Two levels of folders, as in blobs.ts. */
async function* blobFiles(folder: string): AsyncIterable<string> {
  for (const one of await names(folder))
    for (const two of await names(join(folder, one)))
      for (const name of await names(join(folder, one, two)))
        if (BLOB_NAME.test(name)) yield join(folder, one, two, name);
}

async function names(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return found.sort();
}
