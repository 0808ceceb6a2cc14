import type { CollectionDefinition, PageCursor, PageQuery } from '../../../ports/documents.ts';
import { type Bound, bound } from './documentStatements.ts';
import { quoted } from './documentTable.ts';
import { textFor } from './documentText.ts';

/** A query of a page with what is bound to it. */
export interface PageStatement {
  /** The same for all queries of one shape. Columns: key, position, body. */
  readonly sql: string;
  readonly values: readonly Bound[];
}

/**
 * A page as one range of an index: it costs the page, whatever the size of the collection. Only the cursor may be
 * where the reading begins; a bound that lies before it is marked with a plus, which keeps SQLite from starting there.
 */
export function pageStatement({ name, indexes }: CollectionDefinition, query: PageQuery): PageStatement {
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
    sql: `SELECT key, position, body FROM ${quoted(name)} WHERE ${terms.join(' AND ')}
          ORDER BY ${order.join(', ')} LIMIT ?`,
    values: [...values, limit],
  };
}

/** Whether a cursor lies where the query's fixed values are, as it does unless it was made for another query. */
function isWithin(after: PageCursor, equals: PageQuery['equals'] & {}): boolean {
  return equals.every((value, at) => {
    const placed = after.values[at];
    return placed !== undefined && bound(placed) === bound(value);
  });
}
