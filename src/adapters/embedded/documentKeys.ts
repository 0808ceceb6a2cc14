import { createHash } from 'node:crypto';
import type { IndexValue } from '../../ports/documents.ts';

/**
 * Keys as bytes whose order is the order of what they stand for. lmdb compares bytes and takes 1978 of them at most:
 * a longer text keeps its beginning, which orders it, and ends in a hash, which tells it from others.
 */
const LONGEST_KEY_BYTES = 1_900;
const HASH_BYTES = 16;
const NUMBER = 0x01;
const TEXT = 0x02;
const FALSE = 0x03;
const TRUE = 0x04;
/** A text ends in two zeros; a zero inside is followed by this, so that no text ends early. */
const ZERO_INSIDE = 0xff;
/** Marks a shortened text: above every byte that ends a text, so that it lies behind its own beginning. */
const SHORTENED = 0x01;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Above every byte that can begin a value or occur in UTF-8: what lies behind all keys with a prefix. */
const BEHIND_ALL = Buffer.from([0xff]);

/** The key of a document within its collection. */
export function keyBytes(key: string): Buffer {
  return shortened(utf8(key), LONGEST_KEY_BYTES);
}

/** Values of index fields, in order. `capBytes`: what each text may take. */
export function valueBytes(values: readonly IndexValue[], capBytes: number): Buffer {
  return Buffer.concat(values.map((value) => oneValue(value, capBytes)));
}

/** What each text in an index of so many fields may take, the document's key counted in. */
export function capFor(fields: number): number {
  return Math.floor(LONGEST_KEY_BYTES / (fields + 1)) - 8;
}

/** The document's key at the end of an index entry: what orders documents of equal values. */
export function tieBytes(key: string, capBytes: number): Buffer {
  return shortened(utf8(key), capBytes);
}

/** A place behind every key that begins with the prefix. */
export function behind(prefix: Buffer): Buffer {
  return Buffer.concat([prefix, BEHIND_ALL]);
}

/** The least key above the given one. */
export function next(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.from([0])]);
}

function oneValue(value: IndexValue, capBytes: number): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? TRUE : FALSE]);
  if (typeof value === 'string') return textBytes(value, capBytes);
  const bytes = Buffer.alloc(9);
  bytes[0] = NUMBER;
  // -0 and 0 are one value. IEEE 754: the sign turned for positive numbers, every bit for negative ones.
  bytes.writeDoubleBE(value + 0 === 0 ? 0 : value, 1);
  const negative = ((bytes[1] ?? 0) & 0x80) !== 0;
  for (let at = 1; at < 9; at++) bytes[at] = (bytes[at] ?? 0) ^ (negative ? 0xff : at === 1 ? 0x80 : 0);
  return bytes;
}

function textBytes(text: string, capBytes: number): Buffer {
  const plain = utf8(text);
  const bytes = plain.includes(0) ? escapeZeros(plain) : plain;
  if (bytes.length <= capBytes) return Buffer.concat([Buffer.from([TEXT]), bytes, Buffer.from([0, 0])]);
  const hash = createHash('sha256').update(bytes).digest().subarray(0, HASH_BYTES);
  return Buffer.concat([
    Buffer.from([TEXT]),
    bytes.subarray(0, capBytes - HASH_BYTES),
    Buffer.from([0, SHORTENED]),
    hash,
  ]);
}

function escapeZeros(bytes: Buffer): Buffer {
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0 ? [0, ZERO_INSIDE] : [byte])));
}

function shortened(bytes: Buffer, capBytes: number): Buffer {
  if (bytes.length <= capBytes) return bytes;
  const hash = createHash('sha256').update(bytes).digest().subarray(0, HASH_BYTES);
  return Buffer.concat([bytes.subarray(0, capBytes - HASH_BYTES), hash]);
}

/** UTF-8, with lone surrogates as three bytes each (WTF-8), so that different texts stay different. */
function utf8(text: string): Buffer {
  if (!LONE_SURROGATE.test(text)) return Buffer.from(text);
  return Buffer.concat(
    [...text].map((character) => {
      const unit = character.charCodeAt(0);
      if (!LONE_SURROGATE.test(character)) return Buffer.from(character);
      return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
    }),
  );
}
