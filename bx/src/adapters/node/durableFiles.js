// src/adapters/node/durableFiles.ts
import { chownSync, closeSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { link, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
function syncFolder(path) {
  return sync(path, "r");
}
function syncFile(path) {
  return sync(path, "r+");
}
async function sync(path, flags) {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
async function makeFolder(path) {
  const full = resolve(path);
  if (await stat(full).catch(nullIfMissing) !== null) return;
  await makeFolder(dirname(full));
  await mkdir(full, { recursive: true, mode: 448 });
  chownLikeFolder(full);
  await syncFolder(dirname(full));
}
function nullIfMissing(error) {
  if (error.code === "ENOENT") return null;
  throw error;
}
function chownLikeFolder(path) {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) chownSync(path, uid, gid);
}
function makeFile(path) {
  try {
    closeSync(openSync(path, "wx", 384));
  } catch (error) {
    if (error.code === "EEXIST") return;
    throw error;
  }
  chownLikeFolder(path);
}
var writes = 0;
async function writeDurably(path, bytes) {
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = `${path}.${process.pid}.${writes++}.tmp`;
  try {
    await writeFile(temporary, bytes, { mode: 384, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}
async function writeOnce(path, text, ids) {
  const folder = dirname(path);
  await makeFolder(folder);
  const draft = `${path}.${ids.uuid()}`;
  try {
    await writeFile(draft, text, { flag: "wx", mode: 384, flush: true });
    chownLikeFolder(draft);
    await link(draft, path).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
}
function removeLeftovers(folder) {
  for (const name of namesIn(folder)) {
    const [, pid, write] = /\.(\d+)\.(\d+)\.tmp$/.exec(name) ?? [];
    if (pid === void 0) continue;
    const isOwn = Number(pid) === process.pid && Number(write) < writes;
    const isOthers = Number(pid) !== process.pid && isRunning(Number(pid));
    if (!isOwn && !isOthers) rmSync(join(folder, name), { force: true });
  }
}
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
async function moveDurably(from, toFolder, name) {
  await makeFolder(toFolder);
  await rename(from, join(toFolder, name));
  await syncFolder(toFolder);
}
export {
  chownLikeFolder,
  makeFile,
  makeFolder,
  moveDurably,
  nullIfMissing,
  removeLeftovers,
  syncFile,
  syncFolder,
  writeDurably,
  writeOnce
};
//# sourceMappingURL=durableFiles.js.map
