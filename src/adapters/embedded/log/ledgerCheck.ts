import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '../../../events/event.ts';
import { positionAt } from '../../position.ts';
import { firstValue, inSnapshot, isDamaged, openSqlite, type Sqlite } from '../sqlite.ts';
import { checkedRows, LEAF_ROWS_WITH_PARTS, leavesOf } from './leaves.ts';
import { isForAuditing, ledgerPath } from './ledgerFile.ts';
import { firstPlace, laterPlace } from './places.ts';

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
  return inSnapshot(db, () => tailFaultNow(db));
}

function tailFaultNow(db: Sqlite): string | null {
  const last = lastPosition(db);
  // Counted in the index, whose pages say how many entries they have.
  const entries = Number(firstValue(db, 'SELECT count(*) FROM events'));
  if (entries !== last)
    return `${last - entries} of its ${last} events are missing, or not in the index of streams`;
  const bytes = 'sum(octet_length(data) + octet_length(metadata)) OVER (ORDER BY position DESC) AS bytes';
  const checked = firstValue(
    db,
    `SELECT count(*) FROM (SELECT ${bytes} FROM events WHERE position > ${last - TAIL_EVENTS}) WHERE bytes < ${TAIL_BYTES}`,
  );
  return eventsFault(db, last - Number(checked), last);
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
    const fault = eventsFault(db, after, until, isForAuditing(db)) ?? indexFault(db, after, until);
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

/**
 * What is wrong with the event that the index has led to, although its row names another place: null when the two places
 * have the same hash. A row whose stream was changed would let a repeated key be accepted as new.
 */
export const eventFault = (db: Sqlite, position: number): string | null =>
  eventsFault(db, position - 1, position);

/**
 * Checks the events after `after` and up to `until`, with their parts. `mayLackParts`: a part that is not there is no fault; what
 * reads it says so in any case.
 */
function eventsFault(db: Sqlite, after: number, until: number, mayLackParts = true): string | null {
  const statement = db.prepare(LEAF_ROWS_WITH_PARTS);
  statement.setReturnArrays(true);
  for (let at = after; at < until; ) {
    const rows = checkedRows(statement, { after: at, until, limit: until - at });
    const { leaves, fault } = leavesOf(rows, at, { mayLackParts });
    if (fault !== null) return fault;
    if (leaves.length === 0) return `the event at position ${at + 1} is missing`;
    at += leaves.length;
  }
  return null;
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
