// src/adapters/embedded/folderBackup.ts
import { existsSync, statSync } from "node:fs";
import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, nullIfMissing, syncFile, syncFolder } from "../node/durableFiles.js";
import { backUpBlobs, bytesOfBlobs } from "./blobs/blobsBackup.js";
import { READ_MODELS } from "./documents/documentFile.js";
import { checkEvents } from "./log/ledgerCheck.js";
import { INCOMPLETE } from "./log/ledgerFile.js";
import { backupSqlite, openSqlite } from "./sqlite.js";
var LEDGER = "ledger.sqlite";
var BLOBS = "blobs";
var FILES = [READ_MODELS, LEDGER];
var PARTS = FILES.flatMap((name) => ["", "-journal", "-wal", "-shm"].map((end) => name + INCOMPLETE + end));
var PROGRESS_MS = 250;
var ALL_PAGES = -1;
var BUSY_MS = 1e4;
async function backupPlace(to) {
  const names = await readdir(to).catch(nullIfMissing) ?? [];
  if (names.length === 0) return "empty";
  const own = /* @__PURE__ */ new Set([...FILES, ...PARTS, BLOBS]);
  const isIncomplete = names.some((name) => name.endsWith(INCOMPLETE));
  return isIncomplete && names.every((name) => own.has(name)) ? "broken off" : "taken";
}
async function bytesToBackUp(from) {
  let bytes = await bytesOfBlobs(join(from, BLOBS));
  for (const name of FILES) bytes += statSync(join(from, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
async function copyFolder(from, to, onBytes) {
  await makeFolder(to);
  for (const part of PARTS) await rm(join(to, part), { force: true });
  let bytes = 0;
  for (const name of FILES)
    if (existsSync(join(from, name)))
      bytes += await copySqlite(join(from, name), join(to, name + INCOMPLETE), onBytes);
  const blobs = await backUpBlobs(join(from, BLOBS), join(to, BLOBS), onBytes);
  return { ...blobs, bytes: bytes + blobs.bytes };
}
async function copySqlite(from, to, onBytes) {
  const db = openSqlite(from, { busyTimeoutMs: BUSY_MS, readOnly: true });
  let reported = 0;
  const report = async () => {
    const { size } = await stat(to);
    onBytes(size - reported);
    reported = size;
  };
  const reporting = setInterval(() => void report().catch(() => {
  }), PROGRESS_MS);
  try {
    await writeFile(to, "", { mode: 384 });
    await backupSqlite(db, to, { rate: ALL_PAGES });
  } finally {
    clearInterval(reporting);
    db.close();
  }
  await syncFile(to);
  await report();
  return reported;
}
async function completeBackup(to, onEvents) {
  const checked = await checkCopy(join(to, LEDGER + INCOMPLETE), onEvents);
  if (checked.fault !== null) return checked;
  for (const part of PARTS) if (!part.endsWith(INCOMPLETE)) await rm(join(to, part), { force: true });
  for (const name of FILES)
    if (existsSync(join(to, name + INCOMPLETE))) await rename(join(to, name + INCOMPLETE), join(to, name));
  await syncFolder(to);
  return checked;
}
async function checkCopy(file, onEvents) {
  const db = openSqlite(file, { busyTimeoutMs: 0 });
  try {
    return await checkEvents(db, (events) => {
      onEvents(events);
      return true;
    });
  } finally {
    db.close();
  }
}
export {
  backupPlace,
  bytesToBackUp,
  completeBackup,
  copyFolder
};
//# sourceMappingURL=folderBackup.js.map
