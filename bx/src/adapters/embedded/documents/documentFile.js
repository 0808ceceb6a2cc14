// src/adapters/embedded/documents/documentFile.ts
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DocumentsUnavailable } from "../../../ports/documents.js";
import { DataFolderRefused } from "../dataFolderRefused.js";
import {
  closedOnError,
  firstValue,
  inTransaction,
  isDamaged,
  openLockFile,
  openSqlite,
  shareLock,
  takeLockAlone
} from "../sqlite.js";
import { createNewest } from "./newestPosition.js";
var READ_MODELS = "read-models.sqlite";
var SET_ASIDE = { damaged: "read-models.damaged.sqlite", ahead: "read-models.ahead.sqlite" };
var WORDS = { damaged: "is damaged", ahead: "is ahead of the log" };
var MARKER = "read-models.condemned";
var LOCK = "read-models.lock";
var FORMAT = 2;
var BACKSTOP_PAGES = 32768;
var CACHE_KIBIBYTES = 32768;
var LOCK_TIMEOUT_MS = 1e4;
var OPENING_MS = 1e4;
function openDocumentFile(folder, log) {
  mkdirSync(folder, { recursive: true, mode: 448 });
  const path = join(folder, READ_MODELS);
  const marker = join(folder, MARKER);
  const lock = openLockFile(join(folder, LOCK), LOCK_TIMEOUT_MS);
  const open = () => {
    shareLock(lock);
    if (existsSync(marker)) throw new ReadModelsUnusable(readMarker(marker));
    try {
      return openSound(path);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      throw new ReadModelsUnusable({ is: "damaged", why: error.message }, { cause: error });
    }
  };
  const openOrBeginAnew = () => {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof ReadModelsUnusable)) throw error;
      setAside(folder, lock, error, log);
      return open();
    }
  };
  const db = closedOnError(lock, openOrBeginAnew);
  const markCorrupt = (unusable) => writeFileSync(marker, JSON.stringify(unusable), { mode: 384 });
  return {
    db,
    path,
    markCorrupt,
    markCorruptAlone: (unusable) => aloneWith(lock, new ReadModelsUnusable(unusable), () => markCorrupt(unusable)),
    close() {
      db.close();
      lock.close();
    }
  };
}
var ReadModelsUnusable = class extends Error {
  unusable;
  constructor(unusable, options) {
    super(`${READ_MODELS} ${WORDS[unusable.is]} (${unusable.why})`, options);
    this.unusable = unusable;
  }
};
function readMarker(marker) {
  try {
    const { is, why } = JSON.parse(readFileSync(marker, "utf8"));
    return { is: is === "ahead" ? "ahead" : "damaged", why: String(why) };
  } catch {
    return { is: "damaged", why: "it was found to be so when it was last in use" };
  }
}
function openSound(path) {
  const db = openSqlite(path, {
    synchronous: "NORMAL",
    busyTimeoutMs: 0,
    autocheckpointPages: BACKSTOP_PAGES
  });
  return closedOnError(db, () => {
    db.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES}; PRAGMA busy_timeout = ${OPENING_MS}`);
    const isEmpty = () => firstValue(db, "SELECT count(*) FROM sqlite_schema") === 0;
    const format = () => firstValue(db, "PRAGMA user_version");
    if (isEmpty() && format() === 0)
      inTransaction(db, () => {
        if (!isEmpty()) return;
        createNewest(db);
        db.exec(`PRAGMA user_version = ${FORMAT}`);
      });
    if (format() !== FORMAT)
      throw new DataFolderRefused(
        `${READ_MODELS} has the format ${format()}, and this version knows ${FORMAT}: start the version that wrote it, or move the file away, and the read models are built again.`
      );
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  });
}
function aloneWith(lock, found, action) {
  lock.exec("COMMIT");
  if (!takeLockAlone(lock))
    throw new DocumentsUnavailable(
      `${found.message}, and another process has it open: stop every process on this data folder, then start again.`,
      { cause: found }
    );
  action();
  lock.exec("COMMIT");
}
function setAside(folder, lock, found, log) {
  const { is } = found.unusable;
  const aside = SET_ASIDE[is];
  aloneWith(lock, found, () => {
    for (const end of ["", "-wal"])
      if (existsSync(join(folder, READ_MODELS + end)))
        renameSync(join(folder, READ_MODELS + end), join(folder, aside + end));
      else rmSync(join(folder, aside + end), { force: true });
    rmSync(join(folder, `${READ_MODELS}-shm`), { force: true });
    rmSync(join(folder, MARKER), { force: true });
  });
  log.error(
    { err: found, file: READ_MODELS, setAside: aside },
    `${READ_MODELS} ${WORDS[is]}: it is kept as ${aside}, and the read models are built again from the log`
  );
}
export {
  READ_MODELS,
  openDocumentFile
};
//# sourceMappingURL=documentFile.js.map
