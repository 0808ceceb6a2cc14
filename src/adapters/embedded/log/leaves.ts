import type { Leaf, LeafBatch } from '../../../ports/eventStore.ts';
import { positionAt } from '../../position.ts';
import type { Statement } from '../sqlite.ts';
import { numberAt, rowCrc, rowHash, rowPosition, rowRevision, rowTexts } from './rowHash.ts';

/** Of a row's texts, as `LogRow` orders them. */
const TEXTS = ['stream', 'type', 'id', 'at', 'workspace', 'data', 'metadata'];
/** The bytes of a row that its checks cover. What damage has made NULL gets a number that was never written. */
const ROW = `unhex(printf('%016X01%016X${'%08X'.repeat(TEXTS.length)}', position,
    iif(typeof(revision) = 'integer', revision, -1),
    ${TEXTS.map((name) => `ifnull(octet_length(${name}), 0xffffffff)`).join(', ')}))
  || ${TEXTS.map((name) => `ifnull(${name}, '')`).join(' || ')}`;
/** Before a row: its CRC-32 in eight bytes, the lengths of its hash and of itself in four each, and its hash. */
const BEFORE = `unhex(printf('%016X%08X%08X', ifnull(crc, -1), ifnull(octet_length(hash), 0), octet_length(row)))
  || ifnull(hash, '')`;
const BEFORE_BYTES = 16;

/**
 * Many rows as the bytes of one value: each value of its own costs as much on its way out of SQLite as a hash. As bytes, since
 * what was changed need not be text any more. No value where there is no row.
 */
export const LEAF_ROWS = `SELECT CAST(group_concat(${BEFORE} || row, '') AS BLOB) FROM (
  SELECT crc, hash, ${ROW} AS row FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)`;

/** What was computed when the row was appended. */
export const STORED_LEAVES = `SELECT position, revision, lower(hex(hash)), stream
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`;

/** Rows of one value: a row has little more than 1 MiB at most. */
const ROWS_TOGETHER = 64;
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
    const [position, revision, hash, stream] = row as [number, number | null, string, string | null];
    const expected = after + leaves.length + 1;
    if (position !== expected || revision === null || hash === '' || stream === null)
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
    const hashAt = at + BEFORE_BYTES;
    const rowAt = hashAt + rows.readUInt32BE(at + 8);
    const row = rows.subarray(rowAt, rowAt + rows.readUInt32BE(at + 12));
    const place = after + leaves.length + 1;
    if (rowPosition(row) !== place) return `the event at position ${place} is missing`;
    const hash = rowHash(row);
    if (rowCrc(row) !== numberAt(rows, at) || hash !== rows.toString('hex', hashAt, rowAt))
      return `the event at position ${place} was changed`;
    const [stream = ''] = rowTexts(row, 1);
    const revision = rowRevision(row);
    leaves.push({ position: positionAt(place), stream, revision, hash, texts: () => rowTexts(row) });
    at = rowAt + row.length;
  }
  return null;
}
