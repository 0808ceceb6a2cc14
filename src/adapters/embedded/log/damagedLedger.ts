import { openDamagedSqlite, type Sqlite } from '../sqlite.ts';

/** A ledger whose file is damaged, opened for what can still be read of it. */
export interface DamagedLedger {
  readonly db: Sqlite;
  /** Position of the last event that is found from the beginning without a gap. */
  readonly lastReadable: number;
}

/** Positions that a search begins with; it doubles from there. */
const FIRST_STEP = 1_024;

/**
 * Opens a damaged file to be read only: a file that was cut off still has all that lies in its other pages.
 * @throws what SQLite says when nothing can be read
 */
export function openDamagedLedger(file: string): DamagedLedger {
  const db = openDamagedSqlite(file);
  try {
    return { db, lastReadable: lastReadableOf(db) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function lastReadableOf(db: Sqlite): number {
  // A scan that ends at an event looks at the one behind it too.
  const two = db.prepare('SELECT position FROM events WHERE position >= ? ORDER BY position LIMIT 2');
  const isReadable = (position: number): boolean => {
    try {
      return two.all(position).length === 2;
    } catch {
      return false;
    }
  };
  let low = 0;
  let high = FIRST_STEP;
  while (isReadable(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReadable(middle)) low = middle;
    else high = middle;
  }
  return low;
}
