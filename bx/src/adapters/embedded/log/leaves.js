// src/adapters/embedded/log/leaves.ts
import { positionAt } from "../../position.js";
import { HAS_KINDS } from "./ledgerFile.js";
import {
  EMPTY_ROW_BYTES,
  numberAt,
  rowCrc,
  rowHash,
  rowLength,
  rowPosition,
  rowRevision,
  rowTexts
} from "./rowHash.js";
var TEXTS = ["stream", "type", "id", "at", "workspace", "data", "metadata"];
var ROW = `iif(octet_length(hash) = 32 AND ${HAS_KINDS}, hash, NULL)
  || unhex(printf('%016X%016X01%016X${"%08X".repeat(TEXTS.length)}', crc, position, revision, ${TEXTS.map((name) => `octet_length(${name})`).join(", ")}))
  || ${TEXTS.join(" || ")}`;
var HASH_BYTES = 32;
var CRC_BYTES = 8;
var BEFORE_BYTES = HASH_BYTES + CRC_BYTES;
var LEAF_ROWS = `SELECT CAST(group_concat(row, '') AS BLOB) FROM (
  SELECT ifnull(${ROW}, zeroblob(${BEFORE_BYTES + EMPTY_ROW_BYTES})) AS row
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)`;
var STORED_LEAVES = `SELECT position, revision, lower(hex(hash)), stream
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`;
var ROWS_TOGETHER = 128;
var SLICE_BYTES = 4 * 1048576;
function storedLeafSlice(statement, { after, until, limit }) {
  const leaves = [];
  for (const row of statement.iterate(after, until, limit)) {
    const [position, revision, hash, stream] = row;
    const expected = after + leaves.length + 1;
    if (position !== expected || typeof revision !== "number" || hash === "" || typeof stream !== "string")
      return { leaves, fault: `the event at position ${expected} is missing or was changed` };
    leaves.push({ position: positionAt(position), stream, revision, hash, texts: () => [] });
  }
  return { leaves, fault: null };
}
function checkedRows(statement, { after, until, limit }) {
  const values = [];
  let rows = 0;
  for (let bytes = 0; rows < limit && bytes < SLICE_BYTES; ) {
    const room = Math.min(ROWS_TOGETHER, limit - rows);
    const [[value]] = statement.all(after + rows, until, room);
    if (value === null) break;
    const { whole, end, fault } = checked(value, after + rows + 1);
    if (end > 0) values.push(value.subarray(0, end));
    rows += whole;
    if (fault !== null) return { values, rows, fault };
    bytes += end;
  }
  return { values, rows, fault: null };
}
function checked(value, first) {
  const rows = bufferOf(value);
  let whole = 0;
  let fault = null;
  let end = 0;
  for (; end < rows.length; whole++) {
    const crcAt = end + HASH_BYTES;
    const rowAt = crcAt + CRC_BYTES;
    const row = rows.subarray(rowAt, rowAt + rowLength(rows, rowAt));
    const place = first + whole;
    if (rowPosition(row) > place) fault = `the event at position ${place} is missing`;
    else if (rowCrc(row) !== numberAt(rows, crcAt) || rowHash(row) !== rows.toString("hex", end, crcAt))
      fault = `the event at position ${place} was changed`;
    if (fault !== null) break;
    end = rowAt + row.length;
  }
  return { whole, end, fault };
}
function leavesOf({ values, fault }, after) {
  const leaves = [];
  for (const value of values) {
    const rows = bufferOf(value);
    for (let at = 0; at < rows.length; ) {
      const rowAt = at + BEFORE_BYTES;
      const end = rowAt + rowLength(rows, rowAt);
      const row = rows.subarray(rowAt, end);
      const [stream = ""] = rowTexts(row, 1);
      leaves.push({
        position: positionAt(after + leaves.length + 1),
        stream,
        revision: rowRevision(row),
        hash: rows.toString("hex", at, at + HASH_BYTES),
        texts: () => rowTexts(row)
      });
      at = end;
    }
  }
  return { leaves, fault };
}
var bufferOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length);
export {
  LEAF_ROWS,
  STORED_LEAVES,
  checkedRows,
  leavesOf,
  storedLeafSlice
};
//# sourceMappingURL=leaves.js.map
