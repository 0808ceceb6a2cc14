// src/adapters/embedded/log/ledgerFile.ts
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataFolderRefused } from "../dataFolderRefused.js";
import { READ_MODELS } from "../documents/documentFile.js";
import {
  closedOnError,
  firstValue,
  inTransaction,
  isDamaged,
  openDamagedSqlite,
  openSqlite,
  PAGE_BYTES
} from "../sqlite.js";
var LEDGER_FORMAT = 2;
var APPLICATION_ID = 1349481332;
var OPENING_MS = 1e4;
var FIRST_STEP = 1024;
var SCHEMA = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    workspace TEXT NOT NULL,
    hash BLOB NOT NULL,
    crc INTEGER NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
`;
var areKind = (kind, ...columns) => columns.map((column) => `typeof(${column}) = '${kind}'`).join(" AND ");
var HAS_PLACE = `${areKind("text", "stream")} AND ${areKind("integer", "revision")}`;
var HAS_KINDS = [
  HAS_PLACE,
  areKind("text", "type", "id", "at", "workspace", "data", "metadata"),
  areKind("integer", "crc"),
  areKind("blob", "hash")
].join(" AND ");
var LEDGER_FRAME_BYTES = PAGE_BYTES + 24;
var INCOMPLETE = ".part";
var ledgerPath = (folder) => join(folder, "ledger.sqlite");
function openLedgerToWrite(folder) {
  return openSqlite(ledgerPath(folder), {
    // The writer itself tries again (logWriter.ts): SQLite's own waiting is not fair between processes.
    busyTimeoutMs: 0,
    // Nothing is copied back within a commit (walCheckpoints.ts): after a long reader that takes seconds.
    autocheckpointPages: 0
  });
}
function refuseOldFolder(folder) {
  if (existsSync(join(folder, "log", "data.mdb")))
    throw new DataFolderRefused(
      `${folder} holds a ledger in the format of a version before the first release (log/data.mdb), which this version cannot read: move the folder away, or set POSTLEDGER_DATA to another one.`
    );
}
function refuseLostLedger(folder) {
  if (ledgerIdentity(folder) !== null) return;
  const part = ["ledger.sqlite", READ_MODELS].map((name) => name + INCOMPLETE).find((name) => existsSync(join(folder, name)));
  if (part !== void 0)
    throw new DataFolderRefused(
      `${folder} holds ${part} but no ledger.sqlite: it is a backup that was broken off. Run \`postledger backup\` into this folder again where the original is still there, or restore another backup.`
    );
  const blobs = join(folder, "blobs");
  const left = existsSync(join(folder, READ_MODELS)) ? READ_MODELS : existsSync(blobs) && readdirSync(blobs).length > 0 ? "blobs" : null;
  if (left !== null)
    throw new DataFolderRefused(
      `${folder} holds ${left} but no ledger.sqlite: put it back, or restore it from a backup. To begin a new ledger in this folder, start with \`postledger serve --new\`.`
    );
}
function ledgerIdentity(folder) {
  const found = statSync(ledgerPath(folder), { bigint: true, throwIfNoEntry: false });
  return found === void 0 ? null : `${found.dev}:${found.ino}`;
}
function openLedgerToRead(folder) {
  const file = ledgerPath(folder);
  try {
    const db = openSqlite(file, { busyTimeoutMs: OPENING_MS });
    return closedOnError(db, () => {
      prepareFormat(db, file);
      db.exec("PRAGMA busy_timeout = 0");
      return { db, damage: null, lastReadable: null };
    });
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return openDamaged(file, `${file} is damaged: ${error.message}`);
  }
}
function openDamaged(file, damage) {
  try {
    const db = openDamagedSqlite(file);
    return closedOnError(db, () => ({ db, damage, lastReadable: lastReadableOf(db) }));
  } catch (cause) {
    throw new DataFolderRefused(`${damage}, and nothing of it can be read: restore it from a backup.`, {
      cause
    });
  }
}
function lastReadableOf(db) {
  const two = db.prepare("SELECT position FROM events WHERE position >= ? ORDER BY position LIMIT 2");
  const isReadable = (position) => {
    try {
      return two.all(position).length === 2;
    } catch {
      return false;
    }
  };
  let low = 0;
  let high = FIRST_STEP;
  while (isReadable(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReadable(middle)) low = middle;
    else high = middle;
  }
  return low;
}
function prepareFormat(db, file) {
  if (formatOf(db) === LEDGER_FORMAT && applicationOf(db) === APPLICATION_ID) return;
  inTransaction(db, () => {
    const tables = Number(firstValue(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"));
    if (tables === 0) {
      db.exec(`${SCHEMA} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${LEDGER_FORMAT}`);
      return;
    }
    if (applicationOf(db) !== APPLICATION_ID)
      throw new DataFolderRefused(`${file} is the database of another program: nothing in it was touched.`);
    const format = formatOf(db);
    if (format < LEDGER_FORMAT)
      throw new DataFolderRefused(
        `${file} is in the format of a version before the first release (format ${format}; this one knows ${LEDGER_FORMAT}), which this version cannot read: move the folder away, or set POSTLEDGER_DATA to another one.`
      );
    if (format !== LEDGER_FORMAT)
      throw new DataFolderRefused(
        `${file} was written by a newer version (format ${format}; this one knows ${LEDGER_FORMAT}): start that version, or a later one.`
      );
  });
}
var applicationOf = (db) => Number(firstValue(db, "PRAGMA application_id"));
var formatOf = (db) => Number(firstValue(db, "PRAGMA user_version"));
export {
  HAS_KINDS,
  HAS_PLACE,
  INCOMPLETE,
  LEDGER_FRAME_BYTES,
  lastReadableOf,
  ledgerIdentity,
  ledgerPath,
  openLedgerToRead,
  openLedgerToWrite,
  refuseLostLedger,
  refuseOldFolder
};
//# sourceMappingURL=ledgerFile.js.map
