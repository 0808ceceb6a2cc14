import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '../../../events/event.ts';
import { isDamaged, openSqlite, type Sqlite } from '../sqlite.ts';
import { ledgerPath } from './ledgerFile.ts';
import { eventsFault } from './ledgerTail.ts';
import { positionText } from './logFormat.ts';

/** How far a look at the events of a ledger came. */
export interface EventsChecked {
  /** Events from the newest backwards that were looked at. */
  readonly events: number;
  /** All events that the ledger has. */
  readonly all: number;
  /** Position of the last of them. */
  readonly head: Position;
  /** What is wrong, as a sentence; null when nothing was found. */
  readonly fault: string | null;
}

/** Events a stretch: some milliseconds, and no reader's snapshot lasts longer, so that the WAL can begin again. */
const STRETCH_EVENTS = 1_000;
/** Between two stretches: the service's processes share the disk and the cores. */
const PAUSE_MS = 1;
/** Largest file whose pages are walked in one go, which takes a second or two. */
const WALKED_BYTES = 512 * 1_048_576;
const BUSY_MS = 5_000;

/**
 * Looks at every event from the newest to the oldest, as it lies in the table and in the index, stretch by stretch:
 * gaps of positions, sums of data and metadata, entries of the index. Others read and write meanwhile.
 * @param goOn called after each stretch with its events; when it says false the look ends there
 * @throws what SQLite says of pages that are damaged
 */
export async function checkEvents(db: Sqlite, goOn: (events: number) => boolean): Promise<EventsChecked> {
  const [last] = Object.values(db.prepare('SELECT max(position) FROM events').get() ?? {});
  const all = Number(last ?? 0);
  const head = positionText(all);
  for (let until = all; until > 0; ) {
    const after = Math.max(0, until - STRETCH_EVENTS);
    const fault = eventsFault(db, after, until, Number.POSITIVE_INFINITY);
    const looked = { events: all - after, all, head, fault };
    if (fault !== null || !goOn(until - after)) return looked;
    until = after;
    await sleep(PAUSE_MS);
  }
  return { events: all, all, head, fault: null };
}

/**
 * The same for the ledger in a data folder, then a walk through the pages of its file, where it is not too large for
 * one go. Writers go on meanwhile: a reader holds up nobody, but keeps the WAL from beginning again.
 */
export async function checkLedgerFile(
  folder: string,
  goOn: (events: number) => boolean,
): Promise<EventsChecked & { readonly pages: boolean }> {
  const file = ledgerPath(folder);
  const db = openSqlite(file, {
    synchronous: 'FULL',
    busyTimeoutMs: BUSY_MS,
    autocheckpointPages: 0,
    readOnly: true,
  });
  try {
    const checked = await checkEvents(db, goOn);
    const isWhole = checked.fault === null && checked.events === checked.all;
    if (!isWhole || statSync(file).size > WALKED_BYTES) return { ...checked, pages: false };
    const [found] = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {});
    return { ...checked, fault: found === 'ok' ? null : String(found), pages: true };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return { events: 0, all: 0, head: positionText(0), fault: (error as Error).message, pages: false };
  } finally {
    db.close();
  }
}
