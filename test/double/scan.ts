import type { EventLog } from './eventLog.ts';
import type { Filter } from './filter.ts';
import { type Breakable, type LogRecord, positionBehind, type ServerVersion } from './records.ts';

/** Neighbours change places when the rule of order is broken. */
export function recordAt(
  log: EventLog,
  index: number,
  broken: ReadonlySet<Breakable>,
): LogRecord | undefined {
  if (!broken.has('order')) return log.records[index];
  return log.records[index ^ 1] ?? log.records[index];
}

/** The rules that a double keeps. */
export interface Rules {
  readonly broken: ReadonlySet<Breakable>;
  readonly version: ServerVersion;
}

/** A place in the log as the server has it: that of an event, or (with 0) where the next record begins. */
export interface Place {
  readonly commit: number;
  readonly prepare: number;
}

export const placeOf = ({ position }: LogRecord): Place => ({ commit: position, prepare: position });

/** Below 0 where the first lies before the second. */
export const compared = (one: Place, other: Place): number =>
  one.commit - other.commit || one.prepare - other.prepare;

/** What the server reads of the log in one go: at most so many records, whatever matches. */
export interface Page {
  readonly matching: readonly LogRecord[];
  readonly considered: number;
  /** Where it began; told as a checkpoint where nothing in it matched. */
  readonly began: Place;
  readonly nextIndex: number;
  /** There was less than a page: one that just fills the rest of the log does not know that it is the last. */
  readonly isLast: boolean;
}

export type ReadPage = (index: number) => Page;

/** @param recordAt the record that is served at an index */
export function pagesOf(
  log: EventLog,
  { matches, window }: Filter,
  recordAt: (index: number) => LogRecord | undefined,
): ReadPage {
  return (index) => {
    const considered: LogRecord[] = [];
    while (considered.length < window) {
      const record = recordAt(index + considered.length);
      if (record === undefined) break;
      considered.push(record);
    }
    const before = log.records[index - 1];
    return {
      matching: considered.filter((record) => matches(record) && !log.isScavenged(record)),
      considered: considered.length,
      began: { commit: before === undefined ? 0 : positionBehind(before), prepare: 0 },
      nextIndex: index + considered.length,
      isLast: considered.length < window,
    };
  };
}

/** Where a checkpoint after a page stands: at the last event of it that matched, else where it began. */
export function checkpointOf({ matching, began }: Page): Place {
  const last = matching.at(-1);
  return last === undefined ? began : placeOf(last);
}
