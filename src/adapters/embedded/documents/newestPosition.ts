import { BEFORE_ALL, type Position } from '../../../events/event.ts';
import { readPosition } from '../../position.ts';
import { firstValue, isDamaged, type Sqlite, type Statement } from '../sqlite.ts';
import { DamagedRow } from './documentRow.ts';

/** A table of one row: the newest position of all documents in the file. No collection can have its name. */
const TABLE = '_newest';

/** Within the write transaction that begins a new file. */
export function createNewest(db: Sqlite): void {
  db.exec(
    `CREATE TABLE ${TABLE} (position TEXT NOT NULL) STRICT; INSERT INTO ${TABLE} VALUES ('${BEFORE_ALL}')`,
  );
}

/** Parameter, twice: a position that documents are written at. */
export function raiseNewest(db: Sqlite): Statement {
  return db.prepare(`UPDATE ${TABLE} SET position = ? WHERE position < ?`);
}

/**
 * BEFORE_ALL when nothing was ever written; null when it is on a damaged page, which a later read will meet and report.
 * @throws DamagedRow when it is no position any more
 */
export function newestIn(db: Sqlite): Position | null {
  try {
    return readPosition(String(firstValue(db, `SELECT position FROM ${TABLE}`)));
  } catch (error) {
    if (isDamaged(error)) return null;
    throw new DamagedRow(TABLE, { cause: error });
  }
}
