import { link, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SweepOptions, SweptBlob } from '../../../ports/blobs.ts';

const FOLDER = /^[0-9a-f]{2}$/;
const BLOB = /^[0-9a-f]{64}$/;
const SET_ASIDE = /^[0-9a-f]{64}\.swept$/;
const CUT_OFF = /^[0-9a-f]{64}\.[0-9a-f]{12}$/;

/** Where a blob lies while it is decided whether it goes: `get` looks there too. */
export const setAside = (file: string) => `${file}.swept`;

/**
 * Goes over all files of the blobs. A file's time of change is that of its last put. A blob that may go is first set
 * aside under another name, in one step, and looked at once more: a put before that step has made it young, then it
 * comes back; a put after it finds nothing under the blob's name and writes the blob again, whatever becomes of the
 * one set aside.
 */
export async function* sweepBlobs(folder: string, options: SweepOptions): AsyncIterable<SweptBlob> {
  for await (const parent of foldersOf(folder)) {
    for await (const { name } of await opendir(parent)) {
      const path = join(parent, name);
      if (CUT_OFF.test(name)) yield* sweepOne(path, name.slice(0, 64), options, () => removed(path));
      const blob = SET_ASIDE.test(name) ? name.slice(0, 64) : name;
      if (!BLOB.test(blob)) continue;
      const file = join(parent, blob);
      // Left by a sweep that died, or under way in another: what it was about to decide is decided here.
      if (blob !== name && !options.dryRun) await bringBack(file);
      if (options.isNeeded(blob)) yield { sha256: blob, bytes: await sizeOf(file), removed: false };
      else yield* sweepOne(file, blob, options, () => removeUnlessYoung(file, options.putBeforeMs));
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
  remove: () => Promise<boolean>,
): AsyncIterable<SweptBlob> {
  const found = await stat(file).catch(unlessGone);
  if (found === null) return;
  const isOld = found.mtimeMs < putBeforeMs;
  yield { sha256, bytes: found.size, removed: isOld && (dryRun || (await remove())) };
}

async function removed(file: string): Promise<boolean> {
  await rm(file, { force: true });
  return true;
}

/** False when the blob was put meanwhile. */
export async function removeUnlessYoung(file: string, putBeforeMs: number): Promise<boolean> {
  const aside = setAside(file);
  if ((await rename(file, aside).catch(unlessGone)) === null) return false;
  const found = await stat(aside).catch(unlessGone);
  if (found !== null && found.mtimeMs >= putBeforeMs) {
    await bringBack(file);
    return false;
  }
  return removed(aside);
}

/** Never over a file that is there: that one was put later. */
async function bringBack(file: string): Promise<void> {
  await link(setAside(file), file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
  });
  await rm(setAside(file), { force: true });
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(unlessGone))?.size ?? 0;
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
