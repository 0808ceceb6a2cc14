import type { Leaf, LeafBatch } from '../../../ports/eventStore.ts';
import { positionAt } from '../../position.ts';
import type { Statement } from '../sqlite.ts';
import { rowBytes, rowCrc, rowHash } from './rowHash.ts';

/** As bytes: what was changed need not be text any more, and nothing is converted on the way to the hash. */
export const LEAF_ROWS = `SELECT position, revision, crc, CAST(hash AS BLOB), CAST(stream AS BLOB), CAST(type AS BLOB),
    CAST(id AS BLOB), CAST(at AS BLOB), CAST(workspace AS BLOB), CAST(data AS BLOB), CAST(metadata AS BLOB)
  FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`;

/** Damage may have left NULL in any column but the first. */
type LeafRow = readonly [number, number | null, number | null, ...(Uint8Array | null)[]];

/** Bytes that one slice hashes: a few milliseconds. */
const SLICE_BYTES = 4 * 1_048_576;

/** The rows after `after` as leaves, up to the first that is missing or differs from its own checks. */
export function leafSlice(
  statement: Statement,
  { after, until, limit }: { readonly after: number; readonly until: number; readonly limit: number },
): LeafBatch {
  const leaves: Leaf[] = [];
  let at = after;
  let bytes = 0;
  for (const row of statement.iterate(after, until, limit) as Iterable<LeafRow>) {
    const [position, revision, crc, stored, ...columns] = row;
    if (position !== at + 1) return { leaves, fault: `the event at position ${at + 1} is missing` };
    at = position;
    const texts = columns.filter((text) => text !== null);
    const checked = rowBytes({ position, revision: revision ?? -1, texts });
    const hash = rowHash(checked);
    const isWhole = revision !== null && texts.length === columns.length && rowCrc(checked) === crc;
    if (!isWhole || stored == null || !hash.equals(stored))
      return { leaves, fault: `the event at position ${position} was changed` };
    leaves.push({ position: positionAt(position), revision, texts, hash });
    bytes += checked.length;
    if (bytes > SLICE_BYTES) break;
  }
  return { leaves, fault: null };
}
