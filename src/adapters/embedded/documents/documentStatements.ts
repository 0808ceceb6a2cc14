import type { CollectionDefinition, DocumentWrite, IndexValue } from '../../../ports/documents.ts';
import type { Sqlite, Statement } from '../sqlite.ts';
import { fieldsOf, quoted } from './documentTable.ts';
import { textFor } from './documentText.ts';
import { raiseNewest } from './newestPosition.ts';

/** What a column holds. Whole numbers beyond 32 bits are bound as BigInt, for else they would be stored as reals. */
export type Bound = string | number | bigint | null;

/** The statements of one collection, each prepared once; SQLite prepares them again when the table is exchanged. */
export interface DocumentStatements {
  /** Parameter: key. Columns: position, body. */
  readonly get: Statement;
  /** Parameters: key behind which rows are read, how many. Removed documents are among them. */
  readonly scanAfter: Statement;
  /** Parameter: how many rows. */
  readonly scanFirst: Statement;
  /** Writes one document unless the stored one is as new. Within a write transaction. */
  write(write: PreparedWrite): void;
  /** Remembers the newest position of what was written. Within the same transaction. */
  wrote(writes: readonly PreparedWrite[]): void;
  /** The statement of this text, prepared once. */
  prepared(sql: string): Statement;
}

/** A write with everything computed that can be before the transaction begins. */
export interface PreparedWrite {
  readonly key: string;
  readonly position: string;
  readonly body: string | null;
  readonly removedAtMs: bigint | null;
  /** Values of the indexed fields, in the order of `fieldsOf`. */
  readonly fields: readonly Bound[];
}

export function documentStatements(db: Sqlite, { name, indexes }: CollectionDefinition): DocumentStatements {
  const table = quoted(name);
  const fields = fieldsOf(indexes).map(quoted);
  const known = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const found = known.get(sql) ?? db.prepare(sql);
    known.set(sql, found);
    return found;
  };
  // SQLite rewrites the entry of every index whose column a statement names, changed or not: most updates change no
  // indexed field, and name none.
  const unchanged = fields.map((field) => ` AND ${field} IS ?`).join('');
  const update = prepared(
    `UPDATE ${table} SET position = ?, body = ?
     WHERE key = ? AND position < ? AND removed_at IS NULL${unchanged}`,
  );
  const columns = ['position', 'body', 'removed_at', ...fields];
  const upsert = prepared(
    `INSERT INTO ${table} (key, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
     ON CONFLICT (key) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE excluded.position > ${table}.position`,
  );
  const raise = raiseNewest(db);
  const scan = (where: string) =>
    prepared(`SELECT key, position, body FROM ${table} ${where} ORDER BY key LIMIT ?`);
  return {
    get: prepared(`SELECT position, body FROM ${table} WHERE key = ?`),
    scanAfter: scan('WHERE key > ?'),
    scanFirst: scan(''),
    prepared,
    write({ key, position, body, removedAtMs, fields: values }) {
      if (body !== null && update.run(position, body, key, position, ...values).changes > 0) return;
      upsert.run(key, position, body, removedAtMs, ...values);
    },
    wrote(writes) {
      let newest = '';
      for (const { position } of writes) if (position > newest) newest = position;
      raise.run(newest, newest);
    },
  };
}

export function prepareWrite(
  { key, position, document }: DocumentWrite<object>,
  fields: readonly string[],
  nowMs: number,
): PreparedWrite {
  return {
    key: textFor(key),
    position,
    body: document === null ? null : JSON.stringify(document),
    removedAtMs: document === null ? BigInt(Math.floor(nowMs)) : null,
    fields: fields.map((field) => (document === null ? null : boundField(document, field))),
  };
}

/** A query's value, as the columns have it: false is 0 and true is 1. */
export function bound(value: IndexValue): Bound {
  if (typeof value === 'string') return textFor(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return Number.isSafeInteger(value) && Math.abs(value) > 0x7fff_ffff ? BigInt(value) : value;
}

/** Null for whatever has no place in an index. */
function boundField(document: object, field: string): Bound {
  const value = (document as Record<string, unknown>)[field];
  if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value)) return null;
  return bound(value as IndexValue);
}
