import { hash } from 'node:crypto';

/**
 * Every place is a multiple of this prime: whichever bit of it flips in the index, it is none any more. A hole in the index
 * would let a repeated key be accepted twice.
 */
const MULTIPLE = 4_093;
/** Hexadecimal digits of the hash: with 38 bits of prime and sign a place has 6 bytes. */
const HASH_DIGITS = 8;

/** Place of a stream's first event in the index of streams: by the stream's name. Others may have the same one, so the rows are looked at. */
export function firstPlace(stream: string): number {
  return -(Number.parseInt(hash('sha256', stream).slice(0, HASH_DIGITS), 16) + 1) * MULTIPLE;
}

/**
 * Place of all later events of the stream whose first event is at this position. They come soon after it, mostly, so the
 * entries of a burst lie together at the index's end, and change few pages.
 */
export const laterPlace = (first: number): number => first * MULTIPLE;

/** SQL: what every stream, as the index has it, is: places of their kind, and no revision twice or left out. */
export const IS_WHOLE_STREAM = `place % ${MULTIPLE} = 0 AND
  max(revision) = iif(place < 0, 0, count(*)) AND
  total(revision) = iif(place < 0, 0, count(*) * (count(*) + 1) / 2)`;
