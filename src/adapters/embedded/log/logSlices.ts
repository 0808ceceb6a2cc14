import { catalogue } from '../../../events/catalogue.ts';
import type { RecordedEvent } from '../../../events/event.ts';
import { LogDamaged } from '../../../ports/eventStore.ts';
import type { Statement } from '../sqlite.ts';
import { decoded, type EventRow, SELECT_EVENTS, SELECT_OPEN_EVENTS } from './eventRow.ts';
import { ledgerPath } from './ledgerFile.ts';

/** A slice of the log: the events asked for, and how far it was searched. */
export interface LogSlice {
  readonly events: RecordedEvent[];
  /** The last position that was looked at; 0: backwards, the log's beginning. */
  readonly position: number;
  /** Whether that was the log's end, or backwards its beginning. */
  readonly atEnd: boolean;
}

export interface SliceOptions {
  readonly types?: readonly string[] | undefined;
  readonly withoutParts?: boolean | undefined;
}

/** Bounds of one turn of the event loop: a few milliseconds of reading and parsing. */
export const TURN_CHARACTERS = 512 * 1_024;
const TURN_RECORDS = 4_000;

/** Every known type: a row of another one is read whatever is asked for, as its checksum says whether it was damaged. */
const TYPES = [...catalogue.keys()];
const isOf = (types: readonly string[] | undefined, { type }: RecordedEvent) =>
  types === undefined || types.includes(type);

/** A damaged value may be of any kind; `decoded` says so. */
const lengthOf = (text: unknown) => (typeof text === 'string' ? text.length : 0);
const charactersOf = ([, , , , , , , , ...texts]: EventRow) =>
  texts.reduce<number>((sum, text) => sum + lengthOf(text), 0);

/** The types that are not wanted, and the condition that leaves them out. */
function without(types: readonly string[] | undefined): readonly [readonly string[], string] {
  if (types === undefined) return [[], ''];
  const unwanted = TYPES.filter((type) => !types.includes(type));
  // What is no known type may have been one of those that are asked for.
  return [unwanted, `AND (type NOT IN (${unwanted.map(() => '?').join(', ')}) OR typeof(type) <> 'text')`];
}

/** Reads slices of the log, each in one turn of the event loop. */
export function logSlices(folder: string, statement: (sql: string) => Statement, last: () => number) {
  /** Positions have no gaps: a page that lost some of its places is damaged, and SQLite does not say so. */
  const countBetween = (after: number, until: number): number => {
    const [row] = statement('SELECT count(*) FROM events WHERE position > ? AND position <= ?').all(
      after,
      until,
    ) as unknown as [[number]];
    return row[0];
  };

  const refuseHoles = (after: number, reached: number, there: number) => {
    if (there === reached - after) return;
    throw new LogDamaged(
      `${ledgerPath(folder)} is damaged: of the events at positions ${after + 1} to ${reached} only ${there} are there`,
    );
  };

  /** The events after one position and up to another; `full`: where the slice ended before, null: nowhere. */
  const eventsBetween = (
    after: number,
    until: number,
    limit: number,
    { types, withoutParts = false, isBack = false }: SliceOptions & { readonly isBack?: boolean },
  ): { readonly events: RecordedEvent[]; readonly full: number | null } => {
    const [unwanted, wanted] = without(types);
    const rows = statement(
      `${withoutParts ? SELECT_OPEN_EVENTS : SELECT_EVENTS} WHERE position > ? AND position <= ? ${wanted} ORDER BY position ${isBack ? 'DESC' : ''} LIMIT ?`,
    ).iterate(after, until, ...unwanted, TURN_RECORDS);
    const events: RecordedEvent[] = [];
    let characters = 0;
    for (const row of rows as Iterable<EventRow>) {
      const event = decoded(folder, row);
      if (isOf(types, event)) events.push(event);
      characters += charactersOf(row);
      if (events.length >= limit || events.length >= TURN_RECORDS || characters > TURN_CHARACTERS)
        return { events, full: row[0] };
    }
    return { events, full: null };
  };

  return {
    slice(after: number, limit: number, options: SliceOptions): LogSlice {
      const { types } = options;
      const end = last();
      const until = types === undefined ? end : Math.min(end, after + TURN_RECORDS);
      const { events, full } = eventsBetween(after, until, limit, options);
      const reached = full ?? Math.max(after, until);
      refuseHoles(after, reached, types === undefined ? events.length : countBetween(after, reached));
      return { events, position: reached, atEnd: reached >= end };
    },
    /** The events before a position, the newest first. */
    sliceBack(before: number, limit: number, options: Pick<SliceOptions, 'types'>): LogSlice {
      const { types } = options;
      const until = Math.min(before - 1, last());
      const after = types === undefined ? 0 : Math.max(0, until - TURN_RECORDS);
      const { events, full } = eventsBetween(after, until, limit, { ...options, isBack: true });
      const left = full === null ? after : full - 1;
      refuseHoles(left, until, types === undefined ? events.length : countBetween(left, until));
      return { events, position: left === 0 ? 0 : left + 1, atEnd: left === 0 };
    },
  };
}
