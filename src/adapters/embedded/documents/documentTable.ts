import type { CollectionDefinition } from '../../../ports/documents.ts';
import type { Sqlite } from '../sqlite.ts';
import { createParts, renameParts } from './documentParts.ts';

/**
 * A collection in the file: a table of its name, with a row for each document and a column for each indexed field, which
 * sqlite3, DuckDB and pandas can read. `body` is the whole document, and NULL once it was removed; `crc` checks the row.
 * Names are checked here, because they become part of statements.
 */
const TABLE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,119}$/;
const FIELD_NAME = /^[A-Za-z]\w{0,119}$/;
const OWN_COLUMNS = new Set(['key', 'position', 'body', 'crc', 'removed_at', 'rowid', 'oid']);
/** The index by which removed documents are swept; no index of a collection has this name. */
const REMOVED = 'removed_at';

/** @throws TypeError when a name of the definition cannot be the name of a table, an index or a column */
export function checkDefinition({ name, indexes }: CollectionDefinition): void {
  checkTableName(name);
  for (const [index, fields] of Object.entries(indexes)) {
    if (!FIELD_NAME.test(index) || index === REMOVED)
      throw new TypeError(`${JSON.stringify(index)} is no name of an index`);
    for (const field of fields)
      if (!FIELD_NAME.test(field) || OWN_COLUMNS.has(field.toLowerCase()))
        throw new TypeError(`${JSON.stringify(field)} is no name of an indexed field`);
  }
}

export function checkTableName(name: string): void {
  if (!TABLE_NAME.test(name) || /^sqlite_/i.test(name))
    throw new TypeError(`${JSON.stringify(name)} is no name of a collection`);
}

/** A checked name within a statement. */
export const quoted = (name: string): string => `"${name}"`;

/** The indexed fields, each once. */
export function fieldsOf(indexes: CollectionDefinition['indexes']): readonly string[] {
  return [...new Set(Object.values(indexes).flat())];
}

/** Names of the collections in the file. */
export function tableNames(db: Sqlite): string[] {
  return db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '[A-Za-z]*'
              AND name NOT LIKE 'sqlite%' ORDER BY name`)
    .all()
    .map(({ name }) => String(name));
}

/** The indexes that a collection has in the file; null when there is no such collection. */
export function indexesIn(db: Sqlite, table: string): CollectionDefinition['indexes'] | null {
  if (!exists(db, table)) return null;
  const found = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`)
    .all(table);
  const columns = db.prepare('SELECT name FROM pragma_index_info(?) ORDER BY seqno');
  const indexes: Record<string, readonly string[]> = {};
  for (const row of found) {
    const full = String(row.name);
    const index = full.split('.')[1] ?? '';
    // The key is the last column of each, so that documents of equal values have an order.
    if (index !== REMOVED)
      indexes[index] = columns
        .all(full)
        .map(({ name }) => String(name))
        .slice(0, -1);
  }
  return indexes;
}

/** Within a write transaction. */
export function createTable(db: Sqlite, { name, indexes, hasParts }: CollectionDefinition): void {
  const table = quoted(name);
  const fields = fieldsOf(indexes).map((field) => `${quoted(field)} ANY`);
  const columns = [
    'key TEXT NOT NULL PRIMARY KEY',
    'position TEXT NOT NULL',
    'body TEXT',
    'crc INTEGER NOT NULL',
  ];
  db.exec(`CREATE TABLE ${table} (${[...columns, 'removed_at INTEGER', ...fields].join(', ')}) STRICT`);
  const createIndex = (suffix: string, on: readonly string[], where: readonly string[]) =>
    db.exec(
      `CREATE INDEX ${quoted(freeName(db, `${name}.${suffix}`))} ON ${table} (${on.join(', ')})
       WHERE ${where.map((column) => `${column} IS NOT NULL`).join(' AND ')}`,
    );
  for (const [index, own] of Object.entries(indexes))
    createIndex(index, [...own.map(quoted), 'key'], own.map(quoted));
  createIndex(REMOVED, [REMOVED], [REMOVED]);
  if (hasParts) createParts(db, name);
}

/** Within a write transaction. The earlier table of the name is dropped. */
export function putInPlace(db: Sqlite, name: string, by: string): void {
  if (!exists(db, by)) return;
  renameParts(db, name, by, () => {
    db.exec(`DROP TABLE IF EXISTS ${quoted(name)}`);
    db.exec(`ALTER TABLE ${quoted(by)} RENAME TO ${quoted(name)}`);
  });
}

/** Whether the file has a table or an index of this name. */
function exists(db: Sqlite, name: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
}

/** An index keeps its name when its table is renamed, so the next table of that name needs another number. */
function freeName(db: Sqlite, start: string): string {
  for (let n = 1; ; n++) if (!exists(db, `${start}.${n}`)) return `${start}.${n}`;
}
