import type { PageQuery, Stored } from '../../ports/documents.ts';
import type { DocumentEnvironment } from './documentEnvironment.ts';
import { behind, capFor, next, valueBytes } from './documentKeys.ts';
import { decodeRow, type EntryIndex, entryFor } from './documentRows.ts';

/** Documents of a page, by one range of the index: it costs the page, whatever the size of the collection. */
export function readPage<Document extends object>(
  { rows, entries }: DocumentEnvironment,
  index: EntryIndex,
  query: PageQuery,
): Stored<Document>[] {
  const { low, high } = bounds(index, query);
  if (Buffer.compare(low, high) >= 0) return [];
  const range = query.descending
    ? // The end of a range is exclusive; the lower bound is inclusive and looked at below.
      { start: high, end: index.prefix, reverse: true }
    : { start: low, end: high };
  const page: Stored<Document>[] = [];
  if (query.limit <= 0) return page;
  for (const { key: entry, value } of entries.getRange(range)) {
    if (query.descending) {
      if (Buffer.compare(entry, high) >= 0) continue;
      if (Buffer.compare(entry, low) < 0) break;
    }
    const row = rows.get(value);
    if (row === undefined) continue;
    const { key, position, json } = decodeRow(row);
    if (json !== null) page.push({ key, position, document: JSON.parse(json) as Document });
    if (page.length === query.limit) break;
  }
  return page;
}

/** The stretch of entries that a query asks for: `low` inclusive, `high` exclusive. */
function bounds(index: EntryIndex, query: PageQuery): { low: Buffer; high: Buffer } {
  const { equals = [], from, to, after, descending = false } = query;
  const capBytes = capFor(index.fields.length);
  const prefix = Buffer.concat([index.prefix, valueBytes(equals, capBytes)]);
  const at = (bound: typeof from) =>
    bound === undefined ? prefix : Buffer.concat([prefix, valueBytes([bound], capBytes)]);
  let low: Buffer = at(from);
  let high: Buffer = behind(at(to));
  if (after !== undefined) {
    const cursor = entryFor(index, after.values, after.key);
    if (!descending && Buffer.compare(next(cursor), low) > 0) low = next(cursor);
    if (descending && Buffer.compare(cursor, high) < 0) high = cursor;
  }
  return { low, high };
}
