import type { IndexValue } from '../../ports/documents.ts';

/**
 * Texts whose order by bytes is the order of the values they stand for: booleans, then numbers, then texts.
 * Each one ends itself, so that one value's text is never the beginning of another's, and texts of several
 * values may be joined. Thus one index on one text field gives a whole page with one range, whatever fields
 * the declared index has.
 */
export function encodeValue(value: IndexValue): string {
  if (typeof value === 'boolean') return value ? 'b1' : 'b0';
  if (typeof value === 'number') return `n${encodeNumber(value)}`;
  return `s${withoutEnd(value)}${END}`;
}

export function encodeValues(values: readonly IndexValue[]): string {
  return values.map(encodeValue).join('');
}

/** Sorts behind every text that `encodeValue` can give: what a range over everything behind a prefix ends with. */
export const BEYOND = '~';

// The end must sort below every character a text goes on with, so the three lowest ones are written in two.
const END = '\u0001';

function withoutEnd(text: string): string {
  return text.replaceAll('\u0002', '\u00022').replaceAll('\u0001', '\u00021').replaceAll('\u0000', '\u00020');
}

/** IEEE 754 bits as hexadecimal: sign flipped for positive numbers, all bits for negative ones. */
function encodeNumber(value: number): string {
  const bytes = Buffer.alloc(8);
  // -0 and 0 are the same value with different bits.
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  const bits = bytes.readBigUInt64BE();
  const sign = 1n << 63n;
  const ordered = bits & sign ? ~bits & ((1n << 64n) - 1n) : bits | sign;
  return ordered.toString(16).padStart(16, '0');
}
