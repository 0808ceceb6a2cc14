import type { IndexValue } from '../../ports/documents.ts';

/**
 * A value as a text; the texts have, by bytes, the same order as the values: booleans, then numbers, then texts.
 * Each text has an end mark, so that none is the beginning of another, and texts of several values can be joined.
 * Thus one index on one text field returns a whole page with one range, for all fields of the declared index.
 */
export function encodeValue(value: IndexValue): string {
  if (typeof value === 'boolean') return value ? 'b1' : 'b0';
  if (typeof value === 'number') return `n${encodeNumber(value)}`;
  return `s${withoutEnd(value)}${END}`;
}

export function encodeValues(values: readonly IndexValue[]): string {
  return values.map(encodeValue).join('');
}

/** Sorts after every text of `encodeValue`: the end of a range over everything with one prefix. */
export const BEYOND = '~';

// The end must sort below every other character, so the three lowest characters are written as two.
const END = '\u0001';

function withoutEnd(text: string): string {
  return text.replaceAll('\u0002', '\u00022').replaceAll('\u0001', '\u00021').replaceAll('\u0000', '\u00020');
}

/** IEEE 754 bits as hexadecimal: sign flipped for positive numbers, all bits for negative ones. */
function encodeNumber(value: number): string {
  const bytes = Buffer.alloc(8);
  // -0 and 0 are the same value but differ in their bits.
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  const bits = bytes.readBigUInt64BE();
  const sign = 1n << 63n;
  const ordered = bits & sign ? ~bits & ((1n << 64n) - 1n) : bits | sign;
  return ordered.toString(16).padStart(16, '0');
}
