import type {
  CollectionDefinition,
  DocumentWrite,
  IndexValue,
  PageCursor,
  PageQuery,
  Stored,
} from '../../../ports/documents.ts';
import type { Sqlite, Statement } from '../sqlite.ts';
import { DamagedRow, type DocumentRow, documentCrc, storedIn } from './documentRow.ts';
import { fieldsOf, quoted } from './documentTable.ts';
import { textFor } from './documentText.ts';
import { raiseNewest } from './newestPosition.ts';

/** What a column holds. Whole numbers beyond 32 bits are bound as BigInt: otherwise they would be stored as reals. */
type Bound = string | number | bigint | null;

/** A write, computed as far as possible before the transaction begins. */
interface PreparedWrite {
  readonly key: string;
  readonly position: string;
  readonly body: string | null;
  readonly crc: number;
  readonly removedAtMs: bigint | null;
  /** Values of the indexed fields, in the order of `fieldsOf`. */
  readonly fields: readonly Bound[];
}

export type DocumentStatements = ReturnType<typeof documentStatements>;

/** The statements of one collection, each prepared once; SQLite prepares them again when another table takes the place. */
export function documentStatements(db: Sqlite, { name, indexes }: CollectionDefinition) {
  const table = quoted(name);
  const fields = fieldsOf(indexes).map(quoted);
  const known = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const found = known.get(sql) ?? db.prepare(sql);
    known.set(sql, found);
    return found;
  };
  // SQLite rewrites the entry of every index whose column a statement names, changed or not. Most updates change no
  // indexed field, so this one names none.
  const unchanged = fields.map((field) => ` AND ${field} IS ?`).join('');
  const update = prepared(
    `UPDATE ${table} SET position = ?, body = ?, crc = ?
     WHERE key = ? AND position < ? AND removed_at IS NULL${unchanged}`,
  );
  const columns = ['position', 'body', 'crc', 'removed_at', ...fields];
  const upsert = prepared(
    `INSERT INTO ${table} (key, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
     ON CONFLICT (key) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE excluded.position > ${table}.position`,
  );
  const raise = raiseNewest(db);
  const scan = (where: string) =>
    prepared(`SELECT key, position, body, crc FROM ${table} ${where} ORDER BY key LIMIT ?`);
  return {
    /** Parameter: key. Columns: position, body, crc. */
    get: prepared(`SELECT position, body, crc FROM ${table} WHERE key = ?`),
    /** Parameters: key after which rows are read, how many. Removed documents are among them. */
    scanAfter: scan('WHERE key > ?'),
    /** Parameter: how many rows. */
    scanFirst: scan(''),
    /** The statement of this text, prepared once. */
    prepared,
    /** Writes one document unless the stored one is at least as new. Within a write transaction. */
    write({ key, position, body, crc, removedAtMs, fields: values }: PreparedWrite) {
      if (body !== null && update.run(position, body, crc, key, position, ...values).changes > 0) return;
      upsert.run(key, position, body, crc, removedAtMs, ...values);
    },
    /** Remembers the newest position of what was written. Within the same transaction. */
    wrote(writes: readonly PreparedWrite[]) {
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
  const stored = textFor(key);
  const body = document === null ? null : JSON.stringify(document);
  return {
    key: stored,
    position,
    body,
    crc: documentCrc(stored, position, body),
    removedAtMs: document === null ? BigInt(Math.floor(nowMs)) : null,
    fields: fields.map((field) => (document === null ? null : boundField(document, field))),
  };
}

/**
 * A page as one range of an index: its cost does not grow with the collection. Reading must begin at the cursor: a bound
 * before the cursor is marked with a plus, which keeps SQLite from beginning there. Its columns: key, position, body, crc,
 * the fields of the index; the key and the fields are those of the index's entry.
 * @returns the SQL, the same for all queries of one shape, and the values bound to it
 */
export function pageStatement({ name, indexes }: CollectionDefinition, query: PageQuery) {
  const { index, equals = [], from, to, after, descending = false, limit } = query;
  const fields = indexes[index] ?? [];
  const terms = fields.map((field) => `${quoted(field)} IS NOT NULL`);
  const values: Bound[] = [];
  for (const [at, value] of equals.entries()) {
    terms.push(`${quoted(fields[at] ?? '')} = ?`);
    values.push(bound(value));
  }
  const ranged = quoted(fields[equals.length] ?? 'key');
  if (from !== undefined) {
    terms.push(`${after !== undefined && !descending ? '+' : ''}${ranged} >= ?`);
    values.push(bound(from));
  }
  if (to !== undefined) {
    terms.push(`${after !== undefined && descending ? '+' : ''}${ranged} <= ?`);
    values.push(bound(to));
  }
  if (after !== undefined) {
    const fixed = isWithin(after, equals) ? equals.length : 0;
    const place = [...fields.slice(fixed).map(quoted), 'key'];
    terms.push(`(${place.join(', ')}) ${descending ? '<' : '>'} (${place.map(() => '?').join(', ')})`);
    values.push(...after.values.slice(fixed).map(bound), textFor(after.key));
  }
  const order = [...fields.map(quoted), 'key'].map((column) => (descending ? `${column} DESC` : column));
  return {
    sql: `SELECT ${['key, position, body, crc', ...fields.map(quoted)].join(', ')} FROM ${quoted(name)} WHERE ${terms.join(' AND ')}
          ORDER BY ${order.join(', ')} LIMIT ?`,
    values: [...values, limit],
  };
}

/**
 * The document of a page's row; none for a removed one.
 * @param fields of the index that led to it
 * @throws DamagedRow when its checksum differs, or the index has other values than the document
 */
export function listedIn<Document extends object>(
  row: DocumentRow,
  fields: readonly string[],
): Stored<Document>[] {
  const found = storedIn<Document>(row);
  for (const { key, document } of found)
    for (const field of fields)
      if (String(boundField(document, field)) !== String(row[field])) throw new DamagedRow(key);
  return found;
}

/** Whether a cursor has the query's fixed values: false when it was made for another query. */
function isWithin(after: PageCursor, equals: PageQuery['equals'] & {}): boolean {
  return equals.every((value, at) => {
    const placed = after.values[at];
    return placed !== undefined && bound(placed) === bound(value);
  });
}

/** A query's value as the columns hold it: false is 0 and true is 1. */
function bound(value: IndexValue): Bound {
  if (typeof value === 'string') return textFor(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return Number.isSafeInteger(value) && Math.abs(value) > 0x7fff_ffff ? BigInt(value) : value;
}

/** Null for a value that an index cannot hold. */
function boundField(document: object, field: string): Bound {
  const value = (document as Record<string, unknown>)[field];
  if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value)) return null;
  return bound(value as IndexValue);
}
