import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobMissing, type Blobs, BlobsUnavailable } from '../../../ports/blobs.ts';
import { nullIfMissing, syncFolder } from '../../node/durableFiles.ts';
import { sha256Of } from '../../node/sha256.ts';
import { setAsidePaths, sweepBlobs } from './sweepBlobs.ts';

/**
 * Blobs as files named by their SHA-256, two levels of folders deep. A file that exists is whole and on disk; its time of
 * change is that of its last put.
 */
export function openEmbeddedBlobs(folder: string): Blobs {
  const fileOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

  /** Writes a temporary file and renames it, so that no reader sees half a blob. */
  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    const parent = dirname(file);
    const made = await mkdir(parent, { recursive: true, mode: 0o700 });
    const temporary = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(parent);
    if (made !== undefined) {
      await syncFolder(dirname(parent));
      await syncFolder(folder);
    }
  };

  return {
    async put(bytes) {
      const sha256 = await sha256Of(bytes);
      const file = fileOf(sha256);
      try {
        const found = await touched(file);
        // Another process that put it may not have synced its folder yet. A second sync is cheap and makes sure.
        if (found?.size === bytes.length) await syncFolder(dirname(file));
        else await write(file, bytes);
      } catch (error) {
        throw new BlobsUnavailable('a blob could not be written', { cause: error });
      }
      return { sha256, length: bytes.length };
    },
    async get({ sha256, length }) {
      let bytes: Buffer;
      try {
        bytes = await readBlob(fileOf(sha256));
      } catch (error) {
        throw new BlobMissing(sha256, { cause: error });
      }
      const found = await sha256Of(bytes);
      if (found !== sha256 || bytes.length !== length) throw new BlobMissing(sha256);
      return bytes;
    },
    async *sweep(options) {
      try {
        yield* sweepBlobs(folder, options);
      } catch (error) {
        throw new BlobsUnavailable('the blobs could not be swept', { cause: error });
      }
    },
    close: async () => {},
  };
}

/** Sets a file's time of change to now; null when there is none, also when a sweep removed it meanwhile. */
async function touched(file: string): Promise<Stats | null> {
  const now = new Date();
  try {
    await utimes(file, now, now);
    return await stat(file);
  } catch {
    return null;
  }
}

/** Looks under all its names: a sweep may have set the file aside, or have restored it just now. */
async function readBlob(file: string): Promise<Buffer> {
  const found = await readFile(file).catch(nullIfMissing);
  if (found !== null) return found;
  for (const place of await setAsidePaths(file)) {
    const aside = await readFile(place).catch(nullIfMissing);
    if (aside !== null) return aside;
  }
  return readFile(file);
}
