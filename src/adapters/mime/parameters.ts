/** A value that may stand between quotes as it is, in the rest of a line. */
const SHORT = /^(?!.*=\?)[ -~]{0,60}$/;
const ATTRIBUTE_CHAR = /^[A-Za-z0-9!#$&+.^_`|~-]$/;
/** Characters of a value in one of the lines that it is spread over. */
const PIECE_MAX = 50;

/**
 * A parameter of a MIME field, on lines of its own behind what stands before it: quoted where it is short ASCII, else
 * in pieces of percent-encoded UTF-8 (RFC 2231, sections 3 and 4).
 */
export function parameter(name: string, value: string): string {
  if (SHORT.test(value)) return `;\r\n ${name}="${value.replace(/["\\]/g, '\\$&')}"`;
  const pieces = cut([...value.toWellFormed()].map(percentEncoded));
  return pieces.map((piece, at) => `;\r\n ${name}*${at}*=${at === 0 ? "utf-8''" : ''}${piece}`).join('');
}

function percentEncoded(character: string): string {
  if (ATTRIBUTE_CHAR.test(character)) return character;
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function cut(characters: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of characters) {
    if (piece.length + character.length > PIECE_MAX) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
