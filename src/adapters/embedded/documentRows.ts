import type { Position } from '../../events/envelope.ts';
import type { IndexValue } from '../../ports/documents.ts';
import { capFor, tieBytes, valueBytes } from './documentKeys.ts';

/**
 * How a document lies in its row: position (20 digits), the key as a JSON text, a line feed, the document as JSON.
 * A removed document ends at the line feed.
 */
export interface Row {
  readonly key: string;
  readonly position: Position;
  /** JSON text; null when the document was removed. */
  readonly json: string | null;
}

const POSITION_DIGITS = 20;

export function encodeRow(key: string, position: Position, json: string | null): Buffer {
  return Buffer.from(`${position}${JSON.stringify(key)}\n${json ?? ''}`);
}

export function positionOf(row: Buffer): Position {
  return row.toString('latin1', 0, POSITION_DIGITS);
}

export function decodeRow(row: Buffer): Row {
  const text = row.toString();
  const end = text.indexOf('\n', POSITION_DIGITS);
  return {
    position: text.slice(0, POSITION_DIGITS),
    key: JSON.parse(text.slice(POSITION_DIGITS, end)) as string,
    json: end + 1 === text.length ? null : text.slice(end + 1),
  };
}

/** An index as keys are made for it. `prefix`: collection and index number. */
export interface EntryIndex {
  readonly prefix: Buffer;
  readonly fields: readonly string[];
}

/** The entry of a document in an index; null when one of its fields is absent, null, or no simple value. */
export function entryOf(index: EntryIndex, key: string, document: object): Buffer | null {
  const values: IndexValue[] = [];
  for (const field of index.fields) {
    const value = (document as Record<string, unknown>)[field];
    if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value)) return null;
    values.push(value as IndexValue);
  }
  return entryFor(index, values, key);
}

export function entryFor(index: EntryIndex, values: readonly IndexValue[], key: string): Buffer {
  const capBytes = capFor(index.fields.length);
  return Buffer.concat([index.prefix, valueBytes(values, capBytes), tieBytes(key, capBytes)]);
}
