import type { RecordedEvent } from '../../../events/event.ts';
import { LogDamaged } from '../../../ports/eventStore.ts';
import { isBusy } from '../sqlite.ts';
import { ledgerPath, openLedgerToRead } from './ledgerFile.ts';
import { ledgerQueries, unreadable } from './ledgerQueries.ts';
import { tailFault } from './ledgerTail.ts';
import { decodeRow, EVENT_COLUMNS, type EventRow, positionText } from './logFormat.ts';

/** A stretch of the log: the events asked for, and how far it was looked through. */
interface Stretch {
  readonly events: RecordedEvent[];
  /** The last position that was looked at. */
  readonly position: number;
  /** Whether nothing lay behind it. */
  readonly atEnd: boolean;
}

interface Wanted {
  readonly types?: readonly string[] | undefined;
  /** Nothing behind this position is looked at. */
  readonly until?: number | undefined;
}

export interface LogReader {
  /** What is wrong with the ledger's file, as a sentence that names it; null when it is whole as far as a start looks. */
  readonly damage: string | null;
  /** One short stretch behind `after`, of `limit` events at most; all in one turn of the event loop. */
  stretch(after: number, limit: number, wanted?: Wanted): Promise<Stretch>;
  stream(stream: string, fromRevision: number, limit: number): Promise<RecordedEvent[]>;
  lastPosition(): Promise<number>;
  close(): void;
}

/** What one turn of the event loop may take on: a few milliseconds of reading and parsing. */
const TURN_CHARACTERS = 512 * 1_024;
const TURN_RECORDS = 4_000;
const TURN_EVENTS = 500;
/** Reads the log over a connection of its own; every call sees whatever any process has committed up to then. */
export function logReader(folder: string): LogReader {
  const { db, damage, lastReadable } = openLedgerToRead(folder);
  const { statement, read, close } = ledgerQueries(db, folder);

  const last = (): number => {
    if (lastReadable !== null) return lastReadable;
    const [row] = statement('SELECT max(position) FROM events').all() as [[number | null]];
    return row[0] ?? 0;
  };

  const damageAtTheEnd = (): string | null => {
    try {
      const fault = tailFault(db);
      return fault === null ? null : `${ledgerPath(folder)} is damaged: ${fault}`;
    } catch (error) {
      if (isBusy(error)) return null;
      return unreadable(folder, error).message;
    }
  };

  const stretchNow = (
    after: number,
    limit: number,
    { types, until: furthest = Number.POSITIVE_INFINITY }: Wanted,
  ): Stretch => {
    const end = last();
    const until = Math.min(end, furthest, types === undefined ? end : after + TURN_RECORDS);
    const wanted = types === undefined ? '' : `AND type IN (${types.map(() => '?').join(', ')})`;
    const rows = statement(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE position > ? AND position <= ? ${wanted} ORDER BY position LIMIT ?`,
    ).iterate(after, until, ...(types ?? []), Math.min(limit, TURN_RECORDS));
    const events: RecordedEvent[] = [];
    let characters = 0;
    let full = false;
    for (const row of rows as Iterable<EventRow>) {
      events.push(decoded(folder, row));
      characters += row[5].length + row[6].length;
      full = events.length >= limit || events.length >= TURN_RECORDS || characters > TURN_CHARACTERS;
      if (full) break;
    }
    const reached = full ? Number(events.at(-1)?.position ?? after) : Math.max(after, until);
    return { events, position: reached, atEnd: reached >= end };
  };

  return {
    damage: damage ?? damageAtTheEnd(),
    stretch: (after, limit, wanted = {}) => read(() => stretchNow(after, limit, wanted)),
    async stream(stream, fromRevision, limit) {
      const found: RecordedEvent[] = [];
      while (found.length < limit) {
        const room = Math.min(TURN_EVENTS, limit - found.length);
        const rows = await read(
          () =>
            statement(
              `SELECT ${EVENT_COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
            ).all(stream, fromRevision + found.length, room) as readonly EventRow[],
        );
        for (const row of rows) found.push(decoded(folder, row));
        if (rows.length < room) break;
        await nextTurn();
      }
      return found;
    },
    lastPosition: () => read(last),
    close,
  };
}

/** @throws LogDamaged when the event is no JSON */
function decoded(folder: string, row: EventRow): RecordedEvent {
  try {
    return decodeRow(row);
  } catch (cause) {
    throw new LogDamaged(
      `${ledgerPath(folder)} is damaged: the event at position ${positionText(row[0])} is no JSON`,
      { cause },
    );
  }
}

/** Lets everything else that waits have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
