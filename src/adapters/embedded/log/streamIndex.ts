import { LogDamaged } from '../../../ports/eventStore.ts';
import { firstValue, inSnapshot, isDamaged, type Sqlite } from '../sqlite.ts';
import { eventFault, lastPosition } from './ledgerCheck.ts';
import { IS_WHOLE_STREAM } from './places.ts';

const FAULT = 'its index of streams lacks events, or has others';

/** Position, stream, revision, and what else was asked for. */
type Row = readonly [number, string, number, ...unknown[]];

/**
 * Of the rows at a stream's first place, the one of this stream.
 * @throws LogDamaged when another one was changed: it may have been this one
 */
export function rowOfStream<First extends Row>(
  db: Sqlite,
  rows: readonly First[],
  stream: string,
): First | undefined {
  return rows.find((row) => {
    const [position, its, revision] = row;
    const isIt = its === stream && revision === 0;
    const fault = isIt ? null : eventFault(db, position);
    if (fault !== null) throw new LogDamaged(`ledger.sqlite is damaged: ${fault}`);
    return isIt;
  });
}

/** Refuses a row of a stream's later events that is not of this stream and revision. @throws LogDamaged */
export function refuseOther(db: Sqlite, [position, its, revision]: Row, stream: string, expected: number) {
  if (its === stream && revision === expected) return;
  const fault =
    eventFault(db, position) ?? `the index of streams has the event at position ${position} elsewhere`;
  throw new LogDamaged(`ledger.sqlite is damaged: ${fault}`);
}

/**
 * Rebuilds an index of streams that lacks an event or has a changed entry, where nothing else of the file is damaged. No
 * other process may have the ledger open.
 * @param onRebuild called before it, as that takes as long as reading the log
 * @returns what is still wrong, as a sentence; null when nothing is
 */
export function mendIndex(db: Sqlite, onRebuild: () => void): string | null {
  try {
    if (isWhole(db)) return null;
    // What is wrong with pages comes before that. In damaged pages REINDEX would free those that are someone else's.
    const isFileWhole = /^(ok|wrong # of entries in index places)$/.test(
      String(firstValue(db, 'PRAGMA quick_check(1)')),
    );
    // Where the table itself lacks an event, `tailFault` says so; the streams of the others are whole.
    if (isFileWhole && firstValue(db, 'SELECT count(*) FROM events NOT INDEXED') !== lastPosition(db))
      return null;
    if (isFileWhole) {
      onRebuild();
      db.exec('REINDEX places');
      if (isWhole(db)) return null;
    }
    return FAULT;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return `its index of streams cannot be read: ${(error as Error).message}`;
  }
}

/** @throws LogDamaged */
export function refuseFaultyIndex(db: Sqlite): void {
  if (!inSnapshot(db, () => isWhole(db))) throw new LogDamaged(`ledger.sqlite is damaged: ${FAULT}`);
}

/** Whether every position is entered once, and every stream has all its revisions. */
function isWhole(db: Sqlite): boolean {
  const last = lastPosition(db);
  const { entries, positions, others } = db
    .prepare(
      `SELECT total(entries) AS entries, total(positions) AS positions, count(*) FILTER (WHERE is_whole IS NOT 1) AS others
       FROM (SELECT count(*) AS entries, total(position) AS positions, ${IS_WHOLE_STREAM} AS is_whole
             FROM events INDEXED BY places GROUP BY place)`,
    )
    .get() as Record<'entries' | 'positions' | 'others', number>;
  return entries === last && positions === (last * (last + 1)) / 2 && others === 0;
}
