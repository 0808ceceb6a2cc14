import { textEncoding } from './transferEncoding.ts';

/** RFC 2047, section 2: characters of an encoded word at most; a line with encoded words has at most one more. */
const WORD_MAX = 75;
export const WORD_LINE_MAX = 76;

const Q = { open: '=?UTF-8?Q?', close: '?=' };
const B = { open: '=?UTF-8?B?', close: '?=' };
const ROOM = WORD_MAX - Q.open.length - Q.close.length;
/** Base64 turns three bytes into four characters. */
const B_ROOM_BYTES = Math.floor(ROOM / 4) * 3;

/** Characters that the Q encoding leaves as they are, also in phrases (section 5, rule 3). */
const PLAIN = /^[A-Za-z0-9!*+/-]$/;

/** With less room than this the first word begins a new line. */
const LEAST_ROOM = 20;

/**
 * A text as encoded words (RFC 2047), each of whole characters and none too long for a line. White space between two of
 * them is ignored, so the words can be joined by a folding. `taken`: characters before the first word in its line.
 */
export function encodedWords(text: string, taken: number): string[] {
  const whole = text.toWellFormed();
  return textEncoding(whole) === 'base64' ? inBase64(whole, taken) : inQ(whole, taken);
}

function inBase64(text: string, taken: number): string[] {
  const first = Math.floor((ROOM - taken) / 4) * 3;
  const pieces = cut(text, (character) => Buffer.byteLength(character), B_ROOM_BYTES, first);
  return pieces.map((piece) => `${B.open}${Buffer.from(piece).toString('base64')}${B.close}`);
}

function inQ(text: string, taken: number): string[] {
  const pieces = cut(text, (character) => qOf(character).length, ROOM, ROOM - taken);
  return pieces.map((piece) => `${Q.open}${[...piece].map(qOf).join('')}${Q.close}`);
}

/** Cuts between characters into pieces that take no more than `room`, the first no more than `firstRoom`. */
function cut(text: string, sizeOf: (character: string) => number, room: number, firstRoom: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let size = 0;
  let left = firstRoom < LEAST_ROOM ? room : firstRoom;
  for (const character of text) {
    const more = sizeOf(character);
    if (size + more > left) {
      pieces.push(piece);
      piece = '';
      size = 0;
      left = room;
    }
    piece += character;
    size += more;
  }
  pieces.push(piece);
  return pieces;
}

function qOf(character: string): string {
  if (character === ' ') return '_';
  if (PLAIN.test(character)) return character;
  return hexOctets(character, '=');
}

/** The bytes of a character in UTF-8, each as two hexadecimal digits after `prefix`. */
export function hexOctets(character: string, prefix: string): string {
  const octets = [...Buffer.from(character)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
  return octets.map((octet) => prefix + octet).join('');
}
