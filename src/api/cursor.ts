import { invalid } from '../commands/kernel/refusal.ts';

/** The place after which the next page starts, as callers hand it back: opaque to them. */
export function encodeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * The parts of a cursor, each matching its pattern; null when there is none.
 * @throws Refusal `invalid` for a text that `encodeCursor` did not make
 */
export function decodeCursor<const Patterns extends readonly RegExp[]>(
  cursor: string | undefined,
  patterns: Patterns,
): { [Part in keyof Patterns]: string } | null {
  if (cursor === undefined) return null;
  const parts = cursor.length <= 1_000 ? partsIn(cursor) : null;
  const isOurs =
    Array.isArray(parts) &&
    parts.length === patterns.length &&
    parts.every((part, at) => typeof part === 'string' && patterns[at]?.test(part)) &&
    encodeCursor(parts) === cursor;
  if (!isOurs) throw invalid('/cursor', 'must be the next_cursor of an earlier page');
  return parts as { [Part in keyof Patterns]: string };
}

function partsIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

/**
 * One page of `found`, which is read with one entry more than `limit`: the extra one shows that another page follows.
 * `placeOf` gives the parts of the cursor.
 */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  placeOf: (last: Item) => readonly string[],
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : encodeCursor(placeOf(last)) };
}
