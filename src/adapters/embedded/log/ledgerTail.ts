import { crc32 } from 'node:zlib';
import type { Sqlite } from '../sqlite.ts';

/** Events at the end of the log that a start looks at, and their bytes at most: some milliseconds. */
const TAIL_EVENTS = 1_000;
const TAIL_BYTES = 8 * 1_048_576;

type Row = readonly [
  position: number,
  stream: string,
  revision: number,
  crc: number,
  data: Buffer,
  meta: Buffer,
];

/**
 * Looks at the last events as they lie in the table and in the index: what a power cut or a failing disk spoils first.
 * @returns what is wrong, as a sentence; null when nothing is
 * @throws what SQLite says of pages that are damaged
 */
export function tailFault(db: Sqlite): string | null {
  const [last] = Object.values(db.prepare('SELECT max(position) FROM events').get() ?? {});
  const until = Number(last ?? 0);
  return eventsFault(db, Math.max(0, until - TAIL_EVENTS), until, TAIL_BYTES);
}

/** The same for every event behind `after` and up to `until`, from the last one backwards, up to so many bytes. */
export function eventsFault(db: Sqlite, after: number, until: number, maxBytes: number): string | null {
  const rows = db.prepare(
    `SELECT position, stream, revision, crc, CAST(data AS BLOB), CAST(metadata AS BLOB)
     FROM events WHERE position > ? AND position <= ? ORDER BY position DESC`,
  );
  rows.setReturnArrays(true);
  const byStream = db.prepare('SELECT position FROM events WHERE stream = ? AND revision = ?');
  let bytes = 0;
  let above = until + 1;
  for (const row of rows.iterate(after, until) as Iterable<Row>) {
    const [position, stream, revision, crc, data, metadata] = row;
    if (position !== above - 1) return `the event at position ${above - 1} is missing`;
    above = position;
    if (crc32(metadata, crc32(data)) !== crc) return `the event at position ${position} was changed`;
    const found = byStream.get(stream, revision) as { position: number } | undefined;
    if (found?.position !== position) return `the index lacks the event at position ${position}`;
    bytes += data.length + metadata.length;
    if (bytes > maxBytes) return null;
  }
  return above === after + 1 ? null : `the event at position ${above - 1} is missing`;
}
