import { invalid } from '../commands/kernel/refusal.ts';

/** The place behind which the next page starts, as callers hand it back: opaque to them. */
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
