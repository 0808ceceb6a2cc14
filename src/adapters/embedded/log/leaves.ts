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

/** The rows after `after` as leaves, up to the first that is missing or differs from its own checks. */
export function leafSlice(statement: Statement, { after, until, limit }: SliceRange): LeafBatch {
  const leaves: Leaf[] = [];
  for (let bytes = 0; leaves.length < limit && bytes < SLICE_BYTES; ) {
    const room = Math.min(ROWS_TOGETHER, limit - leaves.length);
    const [[rows]] = statement.all(after + leaves.length, until, room) as unknown as [[Uint8Array | null]];
    if (rows === null) break;
    const fault = addLeaves(leaves, Buffer.from(rows.buffer, rows.byteOffset, rows.length), after);
    if (fault !== null) return { leaves, fault };
    bytes += rows.length;
  }
  return { leaves, fault: null };
}

/** Adds the rows of one value; returns what is wrong with the first that is missing or differs. */
function addLeaves(leaves: Leaf[], rows: Buffer, after: number): string | null {
  for (let at = 0; at < rows.length; ) {
    const place = after + leaves.length + 1;
    const crcAt = at + HASH_BYTES;
    const rowAt = crcAt + CRC_BYTES;
    const row = rows.subarray(rowAt, rowAt + rowLength(rows, rowAt));
    if (rowPosition(row) > place) return `the event at position ${place} is missing`;
    const hash = rowHash(row);
    if (rowCrc(row) !== numberAt(rows, crcAt) || hash !== rows.toString('hex', at, crcAt))
      return `the event at position ${place} was changed`;
    const [stream = ''] = rowTexts(row, 1);
    const revision = rowRevision(row);
    leaves.push({
      position: positionAt(place),
      stream,
      revision,
      hash,
      texts() {
        return rowTexts(row);
      },
    });
    at = rowAt + row.length;
  }
  return null;
}
