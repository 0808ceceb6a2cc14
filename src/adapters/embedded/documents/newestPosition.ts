import type { Position } from '../../../events/event.ts';
import { firstValue, isDamaged, type Sqlite, type Statement } from '../sqlite.ts';

/** A table of one row: the newest position of all documents in the file. No collection can have its name. */
const TABLE = '_newest';

/** Within the write transaction that begins a new file. */
export function createNewest(db: Sqlite): void {
  db.exec(`CREATE TABLE ${TABLE} (position TEXT NOT NULL) STRICT; INSERT INTO ${TABLE} VALUES ('')`);
}

/** Parameter, twice: a position that documents are written at. */
export function raiseNewest(db: Sqlite): Statement {
  return db.prepare(`UPDATE ${TABLE} SET position = ? WHERE position < ?`);
}

/** Empty when nothing was ever written; null when it is on a damaged page, which a later read will meet and report. */
export function newestIn(db: Sqlite): Position | null {
  try {
    return String(firstValue(db, `SELECT position FROM ${TABLE}`) ?? '');
  } catch (error) {
    if (isDamaged(error)) return null;
    throw error;
  }
}
