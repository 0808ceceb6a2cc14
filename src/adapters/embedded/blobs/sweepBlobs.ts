import { randomBytes } from 'node:crypto';
import { link, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SweepOptions, SweptBlob } from '../../../ports/blobs.ts';
import { nullIfMissing } from '../../node/durableFiles.ts';

const FOLDER = /^[0-9a-f]{2}$/;
const BLOB = /^[0-9a-f]{64}$/;
/** Of a release before the names were different for each sweep: no digits. */
const SET_ASIDE = /^[0-9a-f]{64}\.swept[0-9a-f]{0,12}$/;
const INCOMPLETE = /^[0-9a-f]{64}\.[0-9a-f]{12}$/;

/**
 * A new name for a blob while a sweep decides whether to remove it. Each sweep has its own: one that took the name of another
 * would let that one remove what was put meanwhile.
 */
export const setAsidePath = (file: string) => `${file}.swept${randomBytes(6).toString('hex')}`;

/** Where sweeps have set a blob aside just now. */
export async function setAsidePaths(file: string): Promise<string[]> {
  const names = await readdir(dirname(file));
  return names
    .filter((name) => name.startsWith(`${basename(file)}.swept`))
    .map((name) => join(dirname(file), name));
}

/**
 * Looks at all files of the blobs. A file's time of change is that of its last put. A blob that may be removed is first
 * renamed (set aside), and its time is read once more. A put before the rename has changed that time: the blob is then
 * restored. A put after the rename finds no file and writes the blob again, so the one set aside may go or stay.
 */
export async function* sweepBlobs(folder: string, options: SweepOptions): AsyncIterable<SweptBlob> {
  for await (const parent of foldersOf(folder)) {
    for await (const { name } of await opendir(parent)) {
      const path = join(parent, name);
      if (INCOMPLETE.test(name)) yield* sweepOne(path, name.slice(0, 64), options, () => remove(path));
      const blob = SET_ASIDE.test(name) ? name.slice(0, 64) : name;
      if (!BLOB.test(blob)) continue;
      const file = join(parent, blob);
      // Left by a sweep that died, or by a running sweep: this sweep decides instead.
      if (blob !== name && !options.dryRun) await restore(path, file);
      if (options.isNeeded(blob)) yield { sha256: blob, bytes: await sizeOf(file), removed: false };
      else yield* sweepOne(file, blob, options, () => removeUnlessPutSince(file, options.putBeforeMs));
    }
  }
}

/** The folders two levels down, where the blobs are. */
async function* foldersOf(folder: string): AsyncIterable<string> {
  for await (const one of await opendir(folder)) {
    if (!FOLDER.test(one.name)) continue;
    for await (const two of await opendir(join(folder, one.name)))
      if (FOLDER.test(two.name)) yield join(folder, one.name, two.name);
  }
}

async function* sweepOne(
  file: string,
  sha256: string,
  { putBeforeMs, dryRun }: SweepOptions,
  removeFile: () => Promise<boolean>,
): AsyncIterable<SweptBlob> {
  const found = await stat(file).catch(nullIfMissing);
  if (found === null) return;
  const isOld = found.mtimeMs < putBeforeMs;
  yield { sha256, bytes: found.size, removed: isOld && (dryRun || (await removeFile())) };
}

async function remove(file: string): Promise<boolean> {
  await rm(file, { force: true });
  return true;
}

/** Resolves with false when the blob was put meanwhile. */
export async function removeUnlessPutSince(file: string, putBeforeMs: number): Promise<boolean> {
  const aside = setAsidePath(file);
  if ((await rename(file, aside).catch(nullIfMissing)) === null) return false;
  const found = await stat(aside).catch(nullIfMissing);
  if (found !== null && found.mtimeMs >= putBeforeMs) {
    await restore(aside, file);
    return false;
  }
  return remove(aside);
}

/** Never replaces a file: an existing file was put later. */
async function restore(aside: string, file: string): Promise<void> {
  await link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
  });
  await rm(aside, { force: true });
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(nullIfMissing))?.size ?? 0;
}
