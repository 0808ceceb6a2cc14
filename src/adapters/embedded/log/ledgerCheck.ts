import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Position } from '../../../events/event.ts';
import { firstValue, isDamaged, openSqlite, type Sqlite } from '../sqlite.ts';
import { ledgerPath } from './ledgerFile.ts';
import { positionText } from './logFormat.ts';

/** Result of a check of a ledger's events. */
export interface EventsChecked {
  /** Events that were checked, from the newest backwards. */
  readonly events: number;
  /** All events that the ledger has. */
  readonly all: number;
  /** Position of the last of them. */
  readonly head: Position;
  /** What is wrong, as a sentence; null when nothing was found. */
  readonly fault: string | null;
}

/** Events at the end of the log that a start checks, and their bytes at most: some milliseconds. */
const TAIL_EVENTS = 1_000;
const TAIL_BYTES = 8 * 1_048_576;
/** Events checked in one read: some milliseconds. A longer snapshot would keep the WAL from beginning again. */
const SLICE_EVENTS = 1_000;
/** Between two reads: the service's processes share the disk and the cores. */
const PAUSE_MS = 1;
/** Largest file whose pages are checked in one read, which takes a second or two. */
const MAX_PAGES_BYTES = 512 * 1_048_576;
const BUSY_MS = 5_000;

/**
 * Checks the last events in the table and in the index: what a power cut or a failing disk damages first.
 * @returns what is wrong, as a sentence; null when nothing is
 * @throws the error of SQLite when pages are damaged
 */
export function tailFault(db: Sqlite): string | null {
  const last = lastPosition(db);
  return eventsFault(db, Math.max(0, last - TAIL_EVENTS), last, TAIL_BYTES);
}

/**
 * Checks every event from the newest to the oldest, in the table and in the index, slice by slice: gaps of positions,
 * checksums of data and metadata, entries of the index. Others may read and write meanwhile.
 * @param goOn called after each slice with its number of events; when it returns false the check ends there
 * @throws the error of SQLite when pages are damaged
 */
export async function checkEvents(db: Sqlite, goOn: (events: number) => boolean): Promise<EventsChecked> {
  const all = lastPosition(db);
  const head = positionText(all);
  for (let until = all; until > 0; ) {
    const after = Math.max(0, until - SLICE_EVENTS);
    const fault = eventsFault(db, after, until, Number.POSITIVE_INFINITY);
    if (fault !== null || !goOn(until - after)) return { events: all - after, all, head, fault };
    until = after;
    await sleep(PAUSE_MS);
  }
  return { events: all, all, head, fault: null };
}

/**
 * The same for the ledger in a data folder, then a check of all pages of its file, unless the file is too large for
 * that. Writers go on meanwhile: a reader blocks no writer, it only keeps the WAL from beginning again.
 */
export async function checkLedgerFile(
  folder: string,
  goOn: (events: number) => boolean,
): Promise<EventsChecked & { readonly pages: boolean }> {
  const file = ledgerPath(folder);
  const db = openSqlite(file, { busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    const checked = await checkEvents(db, goOn);
    const isWhole = checked.fault === null && checked.events === checked.all;
    if (!isWhole || statSync(file).size > MAX_PAGES_BYTES) return { ...checked, pages: false };
    const found = firstValue(db, 'PRAGMA quick_check(1)');
    return { ...checked, fault: found === 'ok' ? null : String(found), pages: true };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return { events: 0, all: 0, head: positionText(0), fault: (error as Error).message, pages: false };
  } finally {
    db.close();
  }
}

type Row = readonly [number, string, number, number, Buffer, Buffer];

/** Checks the events after `after` and up to `until`, from the last one backwards, up to so many bytes. */
function eventsFault(db: Sqlite, after: number, until: number, maxBytes: number): string | null {
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

function lastPosition(db: Sqlite): number {
  return Number(firstValue(db, 'SELECT max(position) FROM events') ?? 0);
}
