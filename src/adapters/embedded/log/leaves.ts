import { commitmentsIn, type PartsOf, partsFault } from '../../../events/commitments.ts';
import { PART_KINDS, type PartKind, type Parts } from '../../../events/event.ts';
import type { Leaf, LeafBatch } from '../../../ports/eventStore.ts';
import { positionAt } from '../../position.ts';
import type { Statement } from '../sqlite.ts';
import { WITH_PARTS } from './eventRow.ts';
import { HAS_KINDS } from './ledgerFile.ts';
import {
  EMPTY_ROW_BYTES,
  numberAt,
  rowCrc,
  rowHash,
  rowLength,
  rowMetadata,
  rowPosition,
  rowRevision,
  rowTexts,
} from './rowHash.ts';

/** Of a row's texts, as `LogRow` orders them. */
const TEXTS = ['stream', 'type', 'id', 'at', 'workspace', 'data', 'metadata'];
/** Salt and text of each of its parts. */
const OF_PARTS = PART_KINDS.flatMap((kind) => [`${kind}.salt`, `${kind}.text`]);
const HASH_BYTES = 32;
const LENGTH_BYTES = 4;
const CRC_AT = HASH_BYTES + OF_PARTS.length * LENGTH_BYTES;
const ROW_AT = CRC_AT + 8;

/** Of a value of another kind, and of none, NULL: no bytes. */
const ifText = (value: string, then: string) => `iif(typeof(${value}) = 'text', ${then}, NULL)`;

/**
 * Many rows as the bytes of one value: each value of its own costs as much on its way out of SQLite as a hash. As bytes, since
 * what was changed need not be text any more. NULL where there is no row. Of a row: its hash, the lengths of salts and texts of its
 * parts, its CRC-32 in eight bytes, the bytes that hash and CRC cover, then those salts and texts. The bytes are zeros
 * when a column holds NULL or a value of another kind; a part with one is none.
 */
const leafRows = (ofParts: readonly string[], join: string) =>
  `SELECT CAST(group_concat(row, '') AS BLOB) FROM (
    SELECT iif(octet_length(hash) = ${HASH_BYTES} AND ${HAS_KINDS},
      concat(hash, unhex(printf('${'%08X'.repeat(OF_PARTS.length)}%016X%016X01%016X${'%08X'.repeat(TEXTS.length)}',
        ${ofParts.map((value) => ifText(value, `octet_length(${value})`))}, crc, position, revision,
        ${TEXTS.map((name) => `octet_length(${name})`)})), ${[...TEXTS, ...ofParts.map((value) => ifText(value, value))]}),
      zeroblob(${ROW_AT + EMPTY_ROW_BYTES})) AS row
    FROM events ${join} WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)`;

export const LEAF_ROWS = leafRows(
  OF_PARTS.map(() => 'NULL'),
  '',
);
export const LEAF_ROWS_WITH_PARTS = leafRows(OF_PARTS, WITH_PARTS);

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

/** The rows after a position. */
export interface RowsQuestion {
  readonly after: number;
  readonly limit: number;
  /** Reads their parts too, and compares them. */
  readonly withParts?: boolean;
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
    const { row, hash, next } = rowFrom(rows, end);
    const place = first + whole;
    if (rowPosition(row) > place) fault = `the event at position ${place} is missing`;
    else if (rowCrc(row) !== numberAt(rows, end + CRC_AT) || rowHash(row) !== hash)
      fault = `the event at position ${place} was changed`;
    if (fault !== null) break;
    end = next;
  }
  return { whole, end, fault };
}

/** The row of a value that begins there, where its parts begin, and where the next one does. */
function rowFrom(rows: Buffer, begin: number) {
  const rowAt = begin + ROW_AT;
  const partsAt = rowAt + rowLength(rows, rowAt);
  let next = partsAt;
  for (let at = 0; at < OF_PARTS.length; at++) next += lengthAt(rows, begin, at);
  const hash = rows.toString('hex', begin, begin + HASH_BYTES);
  return { row: rows.subarray(rowAt, partsAt), hash, partsAt, next };
}

/** The length of a salt or a text of the row that begins there. */
const lengthAt = (rows: Buffer, begin: number, at: number): number =>
  rows.readUInt32BE(begin + HASH_BYTES + at * LENGTH_BYTES);

/** The parts of the row that begins there; one has a JSON object for its text, so an empty one is none. */
function partsFrom(rows: Buffer, begin: number, partsAt: number): PartsOf<Buffer> {
  const parts: { [Kind in PartKind]?: PartsOf<Buffer>[Kind] } = {};
  let [at, length] = [partsAt, 0];
  for (const kind of PART_KINDS) {
    const textAt = at + lengthAt(rows, begin, length);
    const end = textAt + lengthAt(rows, begin, length + 1);
    if (end > textAt)
      parts[kind] = { salt: rows.toString('latin1', at, textAt), text: rows.subarray(textAt, end) };
    at = end;
    length += 2;
  }
  return parts;
}

const withTexts = (parts: PartsOf<Buffer>): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([kind, { salt, text }]) => [kind, { salt, text: text.toString() }]),
  );

/**
 * The leaves of rows after `after`; of rows that were read with their parts (`ofParts`) up to the first whose parts are not those
 * that it commits to. `mayLackParts`: those that are not there are no fault.
 */
export function leavesOf(
  { values, fault }: CheckedRows,
  after: number,
  ofParts: { readonly mayLackParts: boolean } | null,
): LeafBatch {
  const leaves: Leaf[] = [];
  for (const value of values) {
    const rows = bufferOf(value);
    for (let at = 0; at < rows.length; ) {
      const { row, hash, partsAt, next } = rowFrom(rows, at);
      const position = after + leaves.length + 1;
      const begin = at;
      const differs =
        ofParts &&
        partsFault(
          { metadata: commitmentsIn(rowMetadata(row)) },
          partsFrom(rows, begin, partsAt),
          ofParts.mayLackParts,
        );
      if (differs !== null) return { leaves, fault: `the event at position ${position} ${differs}` };
      const [stream = ''] = rowTexts(row, 1);
      leaves.push({
        position: positionAt(position),
        stream,
        revision: rowRevision(row),
        hash,
        texts: () => rowTexts(row),
        parts: ofParts ? () => withTexts(partsFrom(rows, begin, partsAt)) : undefined,
      });
      at = next;
    }
  }
  return { leaves, fault };
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
