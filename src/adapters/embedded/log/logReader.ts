import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '../../../events/event.ts';
import { EventStoreUnavailable, type LeafBatch, LogDamaged } from '../../../ports/eventStore.ts';
import { closedOnError, isBusy, isDamaged, type Sqlite, type Statement } from '../sqlite.ts';
import { decoded, type EventRow, SELECT_EVENTS } from './eventRow.ts';
import {
  type CheckedRows,
  checkedRows,
  LEAF_ROWS,
  LEAF_ROWS_WITH_PARTS,
  type RowsQuestion,
  STORED_LEAVES,
  storedLeafSlice,
} from './leaves.ts';
import { tailFault } from './ledgerCheck.ts';
import { lastReadableOf, ledgerPath, openLedgerToRead, type ReadableLedger } from './ledgerFile.ts';
import { type LogSlice, logSlices, type SliceOptions } from './logSlices.ts';
import { firstPlace, laterPlace } from './places.ts';
import { refuseOther, rowOfStream } from './streamIndex.ts';

export interface LogReader extends Pick<ReadableLedger, 'db' | 'damage' | 'isForAuditing'> {
  /** One short slice after `after`, of `limit` events at most; all in one turn of the event loop. */
  slice(after: number, limit: number, options?: SliceOptions): Promise<LogSlice>;
  /** The same backwards from `before`. */
  sliceBack(before: number, limit: number, options?: Pick<SliceOptions, 'types'>): Promise<LogSlice>;
  stream(stream: string, fromRevision: number, limit: number): Promise<RecordedEvent[]>;
  /** The events after `after` as leaves by their stored hashes, in one turn of the event loop. */
  storedLeaves(after: number, limit: number): Promise<LeafBatch>;
  /** A page of the parts `contents` after the event at `after`: the position of each one's event, and its text. */
  contents(after: number, limit: number): Promise<readonly (readonly [number, string])[]>;
  /** The rows of the events after `after`, checked, in one turn of the event loop. */
  rows(question: RowsQuestion): Promise<CheckedRows>;
  lastPosition(): Promise<number>;
  close(): void;
}

/** Bound of one turn of the event loop: a few milliseconds of reading. */
const TURN_EVENTS = 512;
/** Another connection may lock the database for the moment in which it recovers or closes it. */
const BUSY_RETRY_MS = 5;
const BUSY_TRIES = 400;
/** Sets of event types whose statements are cached: there are as many as there are kinds of readers. */
const MAX_STATEMENTS = 200;

/**
 * Reads the log over a connection of its own; every call sees what any process has committed up to then.
 * @param indexFault what is wrong with the index of streams: no stream is known to be whole then
 */
export function logReader(folder: string, indexFault: string | null = null): LogReader {
  const ledger = openLedgerToRead(folder);
  return closedOnError(ledger.db, () => openedReader(folder, ledger, indexFault));
}

function openedReader(folder: string, ledger: ReadableLedger, indexFault: string | null): LogReader {
  const { db, damage, lastReadable: readable, isForAuditing } = ledger;
  let lastReadable = readable;
  const { statement, read, close } = ledgerQueries(db, folder);

  const last = (): number => {
    if (lastReadable !== null) return lastReadable;
    const [row] = statement('SELECT max(position) FROM events').all() as [[number | null]];
    return row[0] ?? 0;
  };

  const tailDamage = (): string | null => {
    try {
      const fault = tailFault(db) ?? indexFault;
      return fault === null ? null : `${ledgerPath(folder)} is damaged: ${fault}`;
    } catch (error) {
      if (isBusy(error)) return null;
      // Next to a write-ahead log, even an empty one, SQLite opens a file that was cut off.
      if (isDamaged(error)) lastReadable = lastReadableOf(db);
      return unreadable(folder, error).message;
    }
  };

  const found = damage ?? tailDamage();
  const slices = logSlices(folder, statement, last);
  const streamNow = (stream: string, fromRevision: number, limit: number): EventRow[] => {
    if (indexFault !== null) throw new LogDamaged(`${ledgerPath(folder)} is damaged: ${indexFault}`);
    const there = statement(AT_PLACE).all(firstPlace(stream)) as unknown as readonly EventRow[];
    const first = rowOfStream(db, there, stream);
    if (first === undefined || limit < 1) return [];
    const rows = fromRevision === 0 ? [first] : [];
    const place = laterPlace(first[0]);
    const from = fromRevision + rows.length;
    const later = statement(LATER).all(place, from, limit - rows.length) as unknown as readonly EventRow[];
    for (const [at, row] of later.entries()) refuseOther(db, row, stream, from + at);
    return [...rows, ...later];
  };
  const leafRange = (after: number, limit: number) => {
    return { after, until: last(), limit: Math.min(limit, TURN_EVENTS) };
  };

  return {
    damage: found,
    isForAuditing,
    slice: (after, limit, options = {}) => read(() => slices.slice(after, limit, options)),
    sliceBack: (before, limit, options = {}) => read(() => slices.sliceBack(before, limit, options)),
    async stream(stream, fromRevision, limit) {
      const events: RecordedEvent[] = [];
      while (events.length < limit) {
        const room = Math.min(TURN_EVENTS, limit - events.length);
        const rows = await read(() => streamNow(stream, fromRevision + events.length, room));
        for (const row of rows) events.push(decoded(folder, row));
        if (rows.length < room) break;
        await nextTurn();
      }
      return events;
    },
    storedLeaves: (after, limit) =>
      read(() => storedLeafSlice(statement(STORED_LEAVES), leafRange(after, limit))),
    rows: ({ after, limit, withParts }) =>
      read(() => {
        const rows = statement(withParts ? LEAF_ROWS_WITH_PARTS : LEAF_ROWS);
        return checkedRows(rows, leafRange(after, limit));
      }),
    contents: (after, limit) =>
      read(() => statement(CONTENTS).all(after, limit) as unknown as readonly [number, string][]),
    lastPosition: () => read(last),
    db,
    close,
  };
}

const AT_PLACE = `${SELECT_EVENTS} WHERE place = ?`;
const LATER = `${AT_PLACE} AND revision >= ? ORDER BY revision LIMIT ?`;
const CONTENTS = 'SELECT position, text FROM contents WHERE position > ? ORDER BY position LIMIT ?';

/** The statements of one connection that reads the ledger, and the retries of a read. */
function ledgerQueries(db: Sqlite, folder: string) {
  const statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
  let closed = false;
  return {
    /** A prepared statement whose rows are arrays, cached. */
    statement(sql: string): Statement {
      const cached = statements.get(sql);
      if (cached !== undefined) return cached;
      const prepared = db.prepare(sql);
      prepared.setReturnArrays(true);
      statements.set(sql, prepared);
      return prepared;
    },
    /**
     * One read, tried again while another connection locks the database.
     * @throws EventStoreUnavailable when the file can't be read, is damaged, or the connection was closed
     */
    async read<Result>(query: () => Result): Promise<Result> {
      for (let tries = 1; ; tries++) {
        if (closed) throw new EventStoreUnavailable('it is closed');
        try {
          return query();
        } catch (cause) {
          // A statement that met a fault would report it once more at its next use.
          statements.clear();
          if (!isBusy(cause) || tries === BUSY_TRIES) throw unreadable(folder, cause);
          await sleep(BUSY_RETRY_MS);
        }
      }
    },
    close() {
      closed = true;
      statements.clear();
      db.close();
    },
  };
}

/** The port's own error for a read of the ledger that failed. */
function unreadable(folder: string, cause: unknown): Error {
  if (cause instanceof EventStoreUnavailable) return cause;
  const { message } = cause as Error;
  if (isDamaged(cause)) return new LogDamaged(`${ledgerPath(folder)} is damaged: ${message}`, { cause });
  return new EventStoreUnavailable(message, { cause });
}
