import type { Position } from '../../../events/event.ts';
import type { Sqlite, Statement } from '../sqlite.ts';

/** A table of one row that no collection can be named like: the newest position that anything in the file is of. */
const TABLE = '_newest';

/** Within a write transaction, for a file that may have it already. */
export function createNewest(db: Sqlite): void {
  db.exec(`CREATE TABLE IF NOT EXISTS ${TABLE} (position TEXT NOT NULL) STRICT`);
  db.exec(`INSERT INTO ${TABLE} SELECT '' WHERE NOT EXISTS (SELECT 1 FROM ${TABLE})`);
}

/** A file of the days before has none. */
export function hasNewest(db: Sqlite): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(TABLE) !== undefined;
}

/** Parameter, twice: a position that documents are written at. */
export function raiseNewest(db: Sqlite): Statement {
  return db.prepare(`UPDATE ${TABLE} SET position = ? WHERE position < ?`);
}

/** Empty when nothing was ever written. */
export function newestIn(db: Sqlite): Position {
  const row = db.prepare(`SELECT position FROM ${TABLE}`).get() as { position: Position } | undefined;
  return row?.position ?? '';
}
