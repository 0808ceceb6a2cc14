import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '../../../events/event.ts';
import { commitmentsIn, partsFault } from '../../../events/parts.ts';
import { positionAt } from '../../position.ts';
import { firstValue, isDamaged, openSqlite, type Sqlite } from '../sqlite.ts';
import { PART_COLUMNS, partsIn, WITH_PARTS } from './eventRow.ts';
import { HAS_KINDS, isForAuditing, ledgerPath } from './ledgerFile.ts';
import { firstPlace, laterPlace } from './places.ts';
import { rowBytes, rowCrc, rowHash, rowMetadata } from './rowHash.ts';

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
 * Checks the last events, what a power cut or a failing disk damages first, and that the index of streams has as many as there are.
 * @returns what is wrong, as a sentence; null when nothing is
 * @throws the error of SQLite when pages are damaged
 */
export function tailFault(db: Sqlite): string | null {
  const last = lastPosition(db);
  // Counted in the index, whose pages say how many entries they have.
  const entries = Number(firstValue(db, 'SELECT count(*) FROM events'));
  if (entries !== last)
    return `${last - entries} of its ${last} events are missing, or not in the index of streams`;
  return eventsFault(db, Math.max(0, last - TAIL_EVENTS), last, { maxBytes: TAIL_BYTES });
}

/**
 * Checks every event from the newest to the oldest, slice by slice: gaps of positions, the checks of each row, the parts that it commits to,
 * and that the index of streams leads to it and to no other of the same place. Others may read and write meanwhile.
 * @param goOn called after each slice with its number of events; when it returns false the check ends there
 * @throws the error of SQLite when pages are damaged
 */
export async function checkEvents(db: Sqlite, goOn: (events: number) => boolean): Promise<EventsChecked> {
  const all = lastPosition(db);
  const head = positionAt(all);
  for (let until = all; until > 0; ) {
    const after = Math.max(0, until - SLICE_EVENTS);
    const fault = eventsFault(db, after, until, { lacksNoParts: true }) ?? indexFault(db, after, until);
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
    return { events: 0, all: 0, head: positionAt(0), fault: (error as Error).message, pages: false };
  } finally {
    db.close();
  }
}

/** Position, whether all values have their kinds (otherwise any may be NULL), revision, crc, hash, then the row's texts, then its parts. */
type Row = readonly [number, 0 | 1, number, number, Uint8Array, ...(Uint8Array | string | null)[]];
/** Texts of a row. */
const TEXTS = 7;

/**
 * What is wrong with the event that the index has led to, although its row names another place: null when the two places
 * have the same hash. A row whose stream was changed would let a repeated key be accepted as new.
 */
export const eventFault = (db: Sqlite, position: number): string | null =>
  eventsFault(db, position - 1, position);

interface EventsCheck {
  /** So many bytes are checked; all when absent. */
  readonly maxBytes?: number;
  /** Whether an event without a part that it commits to is a fault: what reads it says so in any case. */
  readonly lacksNoParts?: boolean;
}

/** Checks the events after `after` and up to `until`, from the last one backwards, with their parts. */
function eventsFault(
  db: Sqlite,
  after: number,
  until: number,
  { maxBytes = Number.POSITIVE_INFINITY, lacksNoParts = false }: EventsCheck = {},
): string | null {
  const rows = db.prepare(
    `SELECT position, ${HAS_KINDS}, revision, crc, hash, CAST(stream AS BLOB), CAST(type AS BLOB), CAST(id AS BLOB),
       CAST(at AS BLOB), CAST(workspace AS BLOB), CAST(data AS BLOB), CAST(metadata AS BLOB), ${PART_COLUMNS}
     FROM events ${WITH_PARTS} WHERE position > ? AND position <= ? ORDER BY position DESC`,
  );
  rows.setReturnArrays(true);
  const mayLack = !lacksNoParts || isForAuditing(db);
  let bytes = 0;
  let above = until + 1;
  for (const row of rows.iterate(after, until) as Iterable<Row>) {
    const [position, hasKinds, revision, crc, hash, ...values] = row;
    const texts = values.slice(0, TEXTS) as Uint8Array[];
    if (position !== above - 1) return `the event at position ${above - 1} is missing`;
    above = position;
    const changed = `the event at position ${position} was changed`;
    if (!hasKinds) return changed;
    const checked = rowBytes({ position, revision, texts });
    if (rowCrc(checked) !== crc || rowHash(checked) !== Buffer.from(hash).toString('hex')) return changed;
    const metadata = commitmentsIn(rowMetadata(checked));
    const differs = partsFault({ metadata }, partsIn(values.slice(TEXTS)), mayLack);
    if (differs !== null) return `the event at position ${position} ${differs}`;
    bytes += checked.length;
    if (bytes > maxBytes) return null;
  }
  return above === after + 1 ? null : `the event at position ${above - 1} is missing`;
}

/** Checks that the index leads to the events after `after` and up to `until`, and to no other of the same stream and revision. */
function indexFault(db: Sqlite, after: number, until: number): string | null {
  const rows = db.prepare(
    'SELECT position, stream, revision, place FROM events WHERE position > ? AND position <= ? ORDER BY position',
  );
  const isThere = db.prepare('SELECT 1 FROM events WHERE position = ?');
  const atPlace = 'SELECT position FROM events WHERE place = ? AND revision = ? AND stream = ?';
  const led = db.prepare(atPlace);
  const positions = (place: number, stream: string, revision: number) =>
    led.all(place, revision, stream).map(({ position }) => Number(position));
  for (const row of rows.iterate(after, until)) {
    const { position, stream, revision, place } = row as Record<'position' | 'revision' | 'place', number> & {
      stream: string;
    };
    const firsts = positions(firstPlace(stream), stream, 0);
    const found =
      revision === 0 ? firsts : firsts.flatMap((first) => positions(laterPlace(first), stream, revision));
    const first = place / laterPlace(1);
    if (revision > 0 && firsts.length === 0 && isThere.get(first) === undefined)
      return `the event at position ${first} is missing`;
    if (!found.includes(position)) return `the index of streams lacks the event at position ${position}`;
    if (found.length > 1)
      return `the events at positions ${found.join(' and ')} have the same place in their stream`;
  }
  return null;
}

/** Position of the last event; 0 when there is none. */
export function lastPosition(db: Sqlite): number {
  return Number(firstValue(db, 'SELECT max(position) FROM events') ?? 0);
}
