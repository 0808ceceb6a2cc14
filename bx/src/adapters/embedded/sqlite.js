// src/adapters/embedded/sqlite.ts
import { accessSync, constants } from "node:fs";
import { backup, DatabaseSync } from "@photostructure/sqlite";
import { makeFile } from "../node/durableFiles.js";
var backupSqlite = backup;
var PAGE_BYTES = 2048;
var JOURNAL_LIMIT_BYTES = 64 * 1048576;
var OPENING_MS = 1e4;
var LOCK_RETRY_MS = 0.5;
var pause = new Int32Array(new SharedArrayBuffer(4));
var SQLITE_BUSY = 5;
var SQLITE_CORRUPT = 11;
var SQLITE_NOTADB = 26;
function openSqlite(file, {
  synchronous = "FULL",
  busyTimeoutMs,
  autocheckpointPages = 0,
  pageBytes = PAGE_BYTES,
  readOnly = false
}) {
  if (!readOnly) makeFile(file);
  const db = connected(file, { timeout: Math.max(busyTimeoutMs, OPENING_MS), readOnly });
  return closedOnError(db, () => {
    if (!readOnly)
      untilUnlocked(() => db.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL`), OPENING_MS);
    db.exec(
      `PRAGMA synchronous = ${synchronous};
       PRAGMA wal_autocheckpoint = ${autocheckpointPages};
       PRAGMA journal_size_limit = ${JOURNAL_LIMIT_BYTES};
       PRAGMA mmap_size = 0;
       PRAGMA busy_timeout = ${busyTimeoutMs}`
    );
    return db;
  });
}
function openDamagedSqlite(file) {
  const db = connected(file, { timeout: OPENING_MS, readOnly: true });
  db.enableDefensive(false);
  db.exec("PRAGMA writable_schema = ON; PRAGMA busy_timeout = 0");
  return db;
}
function openLockFile(file, busyTimeoutMs) {
  makeFile(file);
  return connected(file, { timeout: busyTimeoutMs });
}
function connected(file, options) {
  try {
    return new DatabaseSync(file, options);
  } catch (error) {
    accessSync(file, options.readOnly ? constants.R_OK : constants.R_OK | constants.W_OK);
    throw error;
  }
}
function shareLock(lock) {
  lock.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
}
function takeLockAlone(lock) {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
function closedOnError(db, setUp) {
  try {
    return setUp();
  } catch (error) {
    db.close();
    throw error;
  }
}
function untilUnlocked(action, timeoutMs) {
  const endsAtMs = performance.now() + timeoutMs;
  for (; ; ) {
    try {
      action();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endsAtMs) throw error;
      Atomics.wait(pause, 0, 0, LOCK_RETRY_MS);
    }
  }
}
function inTransaction(db, action) {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = action();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
function firstValue(db, sql) {
  return Object.values(db.prepare(sql).get() ?? {})[0];
}
function isBusy(error) {
  return hasCode(error, [SQLITE_BUSY], /^database is locked/);
}
function isDamaged(error) {
  return hasCode(
    error,
    [SQLITE_CORRUPT, SQLITE_NOTADB],
    /^(database disk image is malformed|file is not a database)/
  );
}
function isMissingTable(error) {
  return error instanceof Error && /^no such table/.test(error.message);
}
function hasCode(error, codes, words) {
  const { errcode, message } = error;
  if (typeof errcode === "number") return codes.includes(errcode & 255);
  return typeof message === "string" && words.test(message);
}
export {
  PAGE_BYTES,
  backupSqlite,
  closedOnError,
  firstValue,
  inTransaction,
  isBusy,
  isDamaged,
  isMissingTable,
  openDamagedSqlite,
  openLockFile,
  openSqlite,
  shareLock,
  takeLockAlone,
  untilUnlocked
};
//# sourceMappingURL=sqlite.js.map
