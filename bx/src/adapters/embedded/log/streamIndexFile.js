// src/adapters/embedded/log/streamIndexFile.ts
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DataFolderRefused } from "../dataFolderRefused.js";
import { closedOnError, inTransaction, openSqlite } from "../sqlite.js";
import { openLedgerToRead } from "./ledgerFile.js";
import { createIndex, enterMissing, isIndexOf, streamIndex } from "./streamIndex.js";
var STREAM_INDEX = "ledger-index.sqlite";
var PAGE_BYTES = 1024;
var CACHE_KIBIBYTES = 16384;
var CHECKPOINT_PAGES = 8192;
var BUILDING_KIBIBYTES = 131072;
var PROGRESS_EVENTS = 25e4;
function openIndex(folder) {
  const file = join(folder, STREAM_INDEX);
  if (!existsSync(file))
    throw new DataFolderRefused(
      `${file} is missing: stop every process of the service; the next start rebuilds it`
    );
  const db = opened(file);
  return closedOnError(db, () => streamIndex(db));
}
function fitIndex(folder, log) {
  const file = join(folder, STREAM_INDEX);
  const { db: ledger } = openLedgerToRead(folder);
  try {
    if (!isWhole(file, ledger)) buildIndex(file, ledger, log);
    const index = openIndex(folder);
    try {
      inTransaction(index.db, () => enterMissing(index, ledger));
    } finally {
      index.db.close();
    }
  } finally {
    ledger.close();
  }
}
function buildIndex(file, ledger, log) {
  for (const ending of ["-wal", "-shm", ""]) rmSync(file + ending, { force: true });
  const db = opened(file);
  try {
    db.exec(`PRAGMA cache_size = -${BUILDING_KIBIBYTES}`);
    inTransaction(db, () => {
      createIndex(db);
      enterMissing(streamIndex(db), ledger, (position) => {
        if (position === 1) log.warn({ file }, "the index of streams is rebuilt from the log");
        if (position % PROGRESS_EVENTS === 0)
          log.info({ file }, `the index of streams: ${position} events are entered`);
      });
    });
  } finally {
    db.close();
  }
}
function opened(file) {
  const db = openSqlite(file, {
    synchronous: "NORMAL",
    busyTimeoutMs: 0,
    autocheckpointPages: CHECKPOINT_PAGES,
    pageBytes: PAGE_BYTES
  });
  return closedOnError(db, () => {
    db.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES}`);
    return db;
  });
}
function isWhole(file, ledger) {
  if (!existsSync(file)) return false;
  try {
    const db = opened(file);
    try {
      return isIndexOf(ledger, db);
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}
export {
  STREAM_INDEX,
  fitIndex,
  openIndex
};
//# sourceMappingURL=streamIndexFile.js.map
