import type { Leaf, LeafBatch } from '../../../ports/eventStore.ts';
import { positionAt } from '../../position.ts';
import type { Statement } from '../sqlite.ts';
import { rowBytes, rowCrc, rowHash } from './rowHash.ts';

/** Of a row's texts, as `LogRow` orders them. */
const TEXTS = ['stream', 'type', 'id', 'at', 'workspace', 'data', 'metadata'];

/**
 * As bytes: what was changed need not be text any more, and nothing is converted on the way to the hash. In one column: each
 * costs as much as a hash.
 */
export const LEAF_ROWS = `SELECT position, revision, crc, CAST(hash || ${TEXTS.join(' || ')} AS BLOB),
    ${['hash', ...TEXTS].map((name) => `octet_length(${name})`).join(', ')}
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`;

/** What was computed when the row was appended. */
export const STORED_LEAVES = `SELECT position, revision, CAST(hash AS BLOB), stream
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`;

/** Damage may have left NULL in any column but the first; the bytes are NULL then too. */
type LeafRow = readonly [number, number | null, number | null, Uint8Array | null, ...(number | null)[]];

/** Bytes that one slice hashes: a few milliseconds. */
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
    const [position, revision, hash, stream] = row as [
      number,
      number | null,
      Uint8Array | null,
      string | null,
    ];
    const expected = after + leaves.length + 1;
    if (position !== expected || revision === null || hash === null || stream === null)
      return { leaves, fault: `the event at position ${expected} is missing or was changed` };
    leaves.push({ position: positionAt(position), revision, texts: [stream], hash });
  }
  return { leaves, fault: null };
}

/** The rows after `after` as leaves, up to the first that is missing or differs from its own checks. */
export function leafSlice(statement: Statement, { after, until, limit }: SliceRange): LeafBatch {
  const leaves: Leaf[] = [];
  let at = after;
  let bytes = 0;
  for (const row of statement.iterate(after, until, limit) as Iterable<LeafRow>) {
    const [position, revision, crc, columns, ...lengths] = row;
    if (position !== at + 1) return { leaves, fault: `the event at position ${at + 1} is missing` };
    at = position;
    const [stored = new Uint8Array(), ...texts] = divided(columns ?? new Uint8Array(), lengths);
    const checked = rowBytes({ position, revision: revision ?? -1, texts });
    const hash = rowHash(checked);
    const isWhole = revision !== null && columns !== null && rowCrc(checked) === crc;
    if (!isWhole || !hash.equals(stored))
      return { leaves, fault: `the event at position ${position} was changed` };
    leaves.push({ position: positionAt(position), revision, texts, hash });
    bytes += checked.length;
    if (bytes > SLICE_BYTES) break;
  }
  return { leaves, fault: null };
}

/** The parts of the bytes that have these lengths. */
function divided(bytes: Uint8Array, lengths: readonly (number | null)[]): Uint8Array[] {
  let end = 0;
  return lengths.map((length) => {
    const begin = end;
    end += length ?? 0;
    return bytes.subarray(begin, end);
  });
}
