// src/adapters/embedded/documents/documentsCheck.ts
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { firstValue, isDamaged, openSqlite } from "../sqlite.js";
import { READ_MODELS } from "./documentFile.js";
import { DamagedRow, foundIn } from "./documentRow.js";
import { quoted, tableNames } from "./documentTable.js";
var SLICE_ROWS = 1e3;
var PAUSE_MS = 1;
var MAX_PAGES_BYTES = 256 * 1048576;
var BUSY_MS = 5e3;
async function checkDocumentsFile(folder, goOn) {
  const file = join(folder, READ_MODELS);
  if (!existsSync(file)) return { documents: 0, isWhole: true, fault: null };
  const db = openSqlite(file, { busyTimeoutMs: BUSY_MS, readOnly: true });
  let documents = 0;
  try {
    for (const table of tableNames(db))
      for await (const rows of slicesOf(db, table)) {
        documents += rows;
        if (!goOn()) return { documents, isWhole: false, fault: null };
      }
    if (statSync(file).size > MAX_PAGES_BYTES) return { documents, isWhole: false, fault: null };
    const found = firstValue(db, "PRAGMA integrity_check(1)");
    return { documents, isWhole: true, fault: found === "ok" ? null : String(found) };
  } catch (error) {
    if (!isDamaged(error) && !(error instanceof DamagedRow)) throw error;
    return { documents, isWhole: false, fault: error.message };
  } finally {
    db.close();
  }
}
async function* slicesOf(db, table) {
  const slice = db.prepare(
    `SELECT rowid, key, position, body, crc FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE_ROWS}`
  );
  for (let after = -1; ; await sleep(PAUSE_MS)) {
    const rows = slice.all(after);
    for (const row of rows) foundIn(row);
    yield rows.length;
    if (rows.length < SLICE_ROWS) return;
    after = Number(rows.at(-1)?.rowid);
  }
}
export {
  checkDocumentsFile
};
//# sourceMappingURL=documentsCheck.js.map
