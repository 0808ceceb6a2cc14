// src/adapters/embedded/log/ledgerCheck.ts
import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { positionAt } from "../../position.js";
import { firstValue, isDamaged, openSqlite } from "../sqlite.js";
import { HAS_KINDS, ledgerPath } from "./ledgerFile.js";
import { rowBytes, rowCrc, rowHash } from "./rowHash.js";
import { placeHash } from "./streamIndex.js";
import { openIndex, STREAM_INDEX } from "./streamIndexFile.js";
var TAIL_EVENTS = 1e3;
var TAIL_BYTES = 8 * 1048576;
var SLICE_EVENTS = 1e3;
var PAUSE_MS = 1;
var MAX_PAGES_BYTES = 512 * 1048576;
var BUSY_MS = 5e3;
function tailFault(db) {
  const last = lastPosition(db);
  return eventsFault(db, Math.max(0, last - TAIL_EVENTS), last, TAIL_BYTES);
}
async function checkEvents(db, goOn, index = null) {
  const indexed = index?.last() ?? 0;
  const all = lastPosition(db);
  const head = positionAt(all);
  for (let until = all; until > 0; ) {
    const after = Math.max(0, until - SLICE_EVENTS);
    const fault = eventsFault(db, after, until, Number.POSITIVE_INFINITY) ?? (index === null ? null : indexFault(db, index, after, Math.min(until, indexed)));
    if (fault !== null || !goOn(until - after)) return { events: all - after, all, head, fault };
    until = after;
    await sleep(PAUSE_MS);
  }
  return { events: all, all, head, fault: null };
}
async function checkLedgerFile(folder, goOn) {
  const file = ledgerPath(folder);
  const db = openSqlite(file, { busyTimeoutMs: BUSY_MS, readOnly: true });
  const index = openIndex(folder);
  try {
    const checked = await checkEvents(db, goOn, index);
    const isWhole = checked.fault === null && checked.events === checked.all;
    if (!isWhole || statSync(file).size > MAX_PAGES_BYTES) return { ...checked, pages: false };
    const found = firstValue(db, "PRAGMA quick_check(1)");
    return { ...checked, fault: found === "ok" ? null : String(found), pages: true };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return { events: 0, all: 0, head: positionAt(0), fault: error.message, pages: false };
  } finally {
    index.db.close();
    db.close();
  }
}
var eventFault = (db, position) => eventsFault(db, position - 1, position, Number.POSITIVE_INFINITY);
function eventsFault(db, after, until, maxBytes) {
  const rows = db.prepare(
    `SELECT position, ${HAS_KINDS}, revision, crc, hash, CAST(stream AS BLOB), CAST(type AS BLOB), CAST(id AS BLOB),
       CAST(at AS BLOB), CAST(workspace AS BLOB), CAST(data AS BLOB), CAST(metadata AS BLOB)
     FROM events WHERE position > ? AND position <= ? ORDER BY position DESC`
  );
  rows.setReturnArrays(true);
  let bytes = 0;
  let above = until + 1;
  for (const row of rows.iterate(after, until)) {
    const [position, hasKinds, revision, crc, hash, ...texts] = row;
    if (position !== above - 1) return `the event at position ${above - 1} is missing`;
    above = position;
    const changed = `the event at position ${position} was changed`;
    if (!hasKinds) return changed;
    const checked = rowBytes({ position, revision, texts });
    if (rowCrc(checked) !== crc || rowHash(checked) !== Buffer.from(hash).toString("hex")) return changed;
    bytes += checked.length;
    if (bytes > maxBytes) return null;
  }
  return above === after + 1 ? null : `the event at position ${above - 1} is missing`;
}
function indexFault(db, index, after, until) {
  const rows = db.prepare(
    "SELECT position, stream, revision FROM events WHERE position > ? AND position <= ? ORDER BY position"
  );
  const place = db.prepare("SELECT 1 FROM events WHERE position = ? AND stream = ? AND revision = ?");
  for (const row of rows.iterate(after, until)) {
    const { position, stream, revision } = row;
    const found = index.positions(placeHash(stream, revision)).filter((at) => at === position || place.get(at, stream, revision) !== void 0);
    if (!found.includes(position))
      return `the index of streams lacks the event at position ${position}: stop the service and remove ${STREAM_INDEX}, the next start rebuilds it`;
    if (found.length > 1)
      return `the events at positions ${found.join(" and ")} have the same place in their stream`;
  }
  return null;
}
function lastPosition(db) {
  return Number(firstValue(db, "SELECT max(position) FROM events") ?? 0);
}
export {
  checkEvents,
  checkLedgerFile,
  eventFault,
  tailFault
};
//# sourceMappingURL=ledgerCheck.js.map
