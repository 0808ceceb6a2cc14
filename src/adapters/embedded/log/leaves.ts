import type { Leaf, LeafBatch } from '../../../ports/eventStore.ts';
import { positionAt } from '../../position.ts';
import type { Statement } from '../sqlite.ts';
import { HAS_KINDS } from './ledgerFile.ts';
import {
  EMPTY_ROW_BYTES,
  numberAt,
  rowCrc,
  rowHash,
  rowLength,
  rowPosition,
  rowRevision,
  rowTexts,
} from './rowHash.ts';

/** Of a row's texts, as `LogRow` orders them. */
const TEXTS = ['stream', 'type', 'id', 'at', 'workspace', 'data', 'metadata'];
/**
 * A row: its hash, its CRC-32 in eight bytes, then the bytes that both cover. NULL when a column holds NULL or a value of
 * another kind.
 */
const ROW = `iif(octet_length(hash) = 32 AND ${HAS_KINDS}, hash, NULL)
  || unhex(printf('%016X%016X01%016X${'%08X'.repeat(TEXTS.length)}', crc, position, revision, ${TEXTS.map((name) => `octet_length(${name})`).join(', ')}))
  || ${TEXTS.join(' || ')}`;
const HASH_BYTES = 32;
const CRC_BYTES = 8;
const BEFORE_BYTES = HASH_BYTES + CRC_BYTES;

/**
 * Many rows as the bytes of one value: each value of its own costs as much on its way out of SQLite as a hash. As bytes, since
 * what was changed need not be text any more. NULL where there is no row.
 */
export const LEAF_ROWS = `SELECT CAST(group_concat(row, '') AS BLOB) FROM (
  SELECT ifnull(${ROW}, zeroblob(${BEFORE_BYTES + EMPTY_ROW_BYTES})) AS row
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)`;

/** What was computed when the row was appended. */
export const STORED_LEAVES = `SELECT position, revision, lower(hex(hash)), stream
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`;

/** Rows of one value: a row has little more than 1 MiB at most. */
const ROWS_TOGETHER = 128;
/** Bytes after which a slice reads no more: a few milliseconds of hashing. */
const SLICE_BYTES = 4 * 1_048_576;

interface SliceRange {
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
  readonly limit: number;
}

/** The rows after `after` by their stored hashes, up to the first that is missing or has none. */
export function storedLeafSlice(statement: Statement, { after, until, limit }: SliceRange): LeafBatch {
  const leaves: Leaf[] = [];
  for (const row of statement.iterate(after, until, limit) as Iterable<unknown>) {
    const [position, revision, hash, stream] = row as [number, unknown, string, unknown];
    const expected = after + leaves.length + 1;
    if (position !== expected || typeof revision !== 'number' || hash === '' || typeof stream !== 'string')
      return { leaves, fault: `the event at position ${expected} is missing or was changed` };
    leaves.push({ position: positionAt(position), stream, revision, hash, texts: () => [] });
  }
  return { leaves, fault: null };
}

/** Rows that are as they were written, without gaps between them. */
export interface CheckedRows {
  /** Their bytes, as `LEAF_ROWS` gives them. */
  readonly values: readonly Uint8Array<ArrayBuffer>[];
  readonly rows: number;
  /** What is wrong with the row after them; null when nothing is. */
  readonly fault: string | null;
}

/** The rows after `after`, up to the first that is missing or differs from its own checks. */
export function checkedRows(statement: Statement, { after, until, limit }: SliceRange): CheckedRows {
  const values: Uint8Array<ArrayBuffer>[] = [];
  let rows = 0;
  for (let bytes = 0; rows < limit && bytes < SLICE_BYTES; ) {
    const room = Math.min(ROWS_TOGETHER, limit - rows);
    const [[value]] = statement.all(after + rows, until, room) as unknown as [
      [Uint8Array<ArrayBuffer> | null],
    ];
    if (value === null) break;
    const { whole, end, fault } = checked(value, after + rows + 1);
    if (end > 0) values.push(value.subarray(0, end));
    rows += whole;
    if (fault !== null) return { values, rows, fault };
    bytes += end;
  }
  return { values, rows, fault: null };
}

/** How many rows of a value are as they were written, where they end, and what is wrong with the one after them. */
function checked(value: Uint8Array, first: number) {
  const rows = bufferOf(value);
  let whole = 0;
  let fault: string | null = null;
  let end = 0;
  for (; end < rows.length; whole++) {
    const crcAt = end + HASH_BYTES;
    const rowAt = crcAt + CRC_BYTES;
    const row = rows.subarray(rowAt, rowAt + rowLength(rows, rowAt));
    const place = first + whole;
    if (rowPosition(row) > place) fault = `the event at position ${place} is missing`;
    else if (rowCrc(row) !== numberAt(rows, crcAt) || rowHash(row) !== rows.toString('hex', end, crcAt))
      fault = `the event at position ${place} was changed`;
    if (fault !== null) break;
    end = rowAt + row.length;
  }
  return { whole, end, fault };
}

/** The leaves of rows after `after`. */
export function leavesOf({ values, fault }: CheckedRows, after: number): LeafBatch {
  const leaves: Leaf[] = [];
  for (const value of values) {
    const rows = bufferOf(value);
    for (let at = 0; at < rows.length; ) {
      const rowAt = at + BEFORE_BYTES;
      const end = rowAt + rowLength(rows, rowAt);
      const row = rows.subarray(rowAt, end);
      const [stream = ''] = rowTexts(row, 1);
      leaves.push({
        position: positionAt(after + leaves.length + 1),
        stream,
        revision: rowRevision(row),
        hash: rows.toString('hex', at, at + HASH_BYTES),
        texts: () => rowTexts(row),
      });
      at = end;
    }
  }
  return { leaves, fault };
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
