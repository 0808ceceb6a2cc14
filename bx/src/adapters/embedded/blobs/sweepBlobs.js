// src/adapters/embedded/blobs/sweepBlobs.ts
import { randomBytes } from "node:crypto";
import { link, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nullIfMissing } from "../../node/durableFiles.js";
var FOLDER = /^[0-9a-f]{2}$/;
var BLOB = /^[0-9a-f]{64}$/;
var SET_ASIDE = /^[0-9a-f]{64}\.swept[0-9a-f]{0,12}$/;
var INCOMPLETE = /^[0-9a-f]{64}\.[0-9a-f]{12}$/;
var setAsidePath = (file) => `${file}.swept${randomBytes(6).toString("hex")}`;
async function setAsidePaths(file) {
  const names = await readdir(dirname(file));
  return names.filter((name) => name.startsWith(`${basename(file)}.swept`)).map((name) => join(dirname(file), name));
}
async function* sweepBlobs(folder, options) {
  for await (const parent of foldersOf(folder)) {
    for await (const { name } of await opendir(parent)) {
      const path = join(parent, name);
      if (INCOMPLETE.test(name)) yield* sweepOne(path, name.slice(0, 64), options, () => remove(path));
      const blob = SET_ASIDE.test(name) ? name.slice(0, 64) : name;
      if (!BLOB.test(blob)) continue;
      const file = join(parent, blob);
      if (blob !== name && !options.dryRun) await restore(path, file);
      if (options.isNeeded(blob)) yield { sha256: blob, bytes: await sizeOf(file), removed: false };
      else yield* sweepOne(file, blob, options, () => removeUnlessPutSince(file, options.putBeforeMs));
    }
  }
}
async function* foldersOf(folder) {
  for await (const one of await opendir(folder)) {
    if (!FOLDER.test(one.name)) continue;
    for await (const two of await opendir(join(folder, one.name)))
      if (FOLDER.test(two.name)) yield join(folder, one.name, two.name);
  }
}
async function* sweepOne(file, sha256, { putBeforeMs, dryRun }, removeFile) {
  const found = await stat(file).catch(nullIfMissing);
  if (found === null) return;
  const isOld = found.mtimeMs < putBeforeMs;
  yield { sha256, bytes: found.size, removed: isOld && (dryRun || await removeFile()) };
}
async function remove(file) {
  await rm(file, { force: true });
  return true;
}
async function removeUnlessPutSince(file, putBeforeMs) {
  const aside = setAsidePath(file);
  if (await rename(file, aside).catch(nullIfMissing) === null) return false;
  const found = await stat(aside).catch(nullIfMissing);
  if (found !== null && found.mtimeMs >= putBeforeMs) {
    await restore(aside, file);
    return false;
  }
  return remove(aside);
}
async function restore(aside, file) {
  await link(aside, file).catch((error) => {
    if (error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
  });
  await rm(aside, { force: true });
}
async function sizeOf(file) {
  return (await stat(file).catch(nullIfMissing))?.size ?? 0;
}
export {
  removeUnlessPutSince,
  setAsidePath,
  setAsidePaths,
  sweepBlobs
};
//# sourceMappingURL=sweepBlobs.js.map
