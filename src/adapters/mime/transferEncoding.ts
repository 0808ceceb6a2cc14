import { isAscii } from 'node:buffer';

export type TextEncoding = 'base64' | 'quoted-printable';

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
const EQUALS = 0x3d;
const DOT = 0x2e;
const LAST_PRINTABLE = 0x7e;

/** Above this share of bytes beyond ASCII, base64 is the shorter encoding of a text. */
const MOSTLY_FOREIGN = 1 / 6;
/** RFC 2045, section 6.7 rule 5 and section 6.8: characters of a line at most, a soft break's `=` among them. */
const LINE_MAX = 76;
const BASE64_LINE_BYTES = (LINE_MAX / 4) * 3;
/** RFC 5322, section 2.1.1: octets of the longest line, without its end. */
export const LONGEST_LINE = 998;
/** 1 for bytes that are never encoded inside a line. */
const UNENCODED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > SPACE && byte <= LAST_PRINTABLE && byte !== EQUALS ? 1 : 0,
);
const HEX = Buffer.from('0123456789ABCDEF');

/**
 * The shorter encoding of a text. It is always encoded, so that no line is too long, no space at a line's end is lost, and
 * no server on the way has a reason to change it.
 */
export function textEncoding(text: string | Uint8Array): TextEncoding {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  let foreign = 0;
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > LAST_PRINTABLE) foreign++;
  return foreign > bytes.length * MOSTLY_FOREIGN ? 'base64' : 'quoted-printable';
}

/** The text with CRLF line ends (RFC 2046, section 4.1.1), encoded, with a line end after it. */
export function encodedText(text: string, encoding: TextEncoding): Buffer {
  const bytes = Buffer.from(
    text.includes('\r') || text.includes('\n') ? text.replace(/\r\n|\r|\n/g, '\r\n') : text,
  );
  return encoding === 'base64' ? base64Lines(bytes) : quotedPrintable(bytes);
}

export function base64Lines(bytes: Buffer): Buffer {
  const lines = Math.ceil(bytes.length / BASE64_LINE_BYTES);
  const out = Buffer.allocUnsafe(lines * (LINE_MAX + 2));
  let at = 0;
  for (let from = 0; from < bytes.length; from += BASE64_LINE_BYTES) {
    at += out.write(bytes.toString('base64', from, from + BASE64_LINE_BYTES), at, 'latin1');
    out[at++] = CR;
    out[at++] = LF;
  }
  return out.subarray(0, at);
}

/**
 * RFC 2045, section 6.7. A dot and a `From ` at the beginning of a line are encoded too: servers change these on the way,
 * which would break the signature.
 */
export function quotedPrintable(bytes: Buffer): Buffer {
  // Each byte becomes three at most, and a line of 76 has room for 23 of those: a soft break per line, and the last line end.
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / 70) * 3 + 5);
  let at = 0;
  let lineStart = 0;
  for (let from = 0; from < bytes.length; from++) {
    const byte = bytes[from] ?? 0;
    // Nearly all bytes: neither first nor last in their line.
    const inLine = at - lineStart;
    if (UNENCODED[byte] === 1 && inLine > 0 && inLine < LINE_MAX - 1) {
      out[at++] = byte;
      continue;
    }
    if (byte === CR && bytes[from + 1] === LF) {
      out[at++] = CR;
      out[at++] = LF;
      lineStart = at;
      from++;
      continue;
    }
    const atEnd = from + 1 === bytes.length || (bytes[from + 1] === CR && bytes[from + 2] === LF);
    const plain = isPlain(byte, atEnd) && !(at === lineStart && isMangled(bytes, from));
    const width = plain ? 1 : 3;
    // The last character of a line needs no room for a soft break.
    if (at - lineStart + width > (atEnd ? LINE_MAX : LINE_MAX - 1)) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      lineStart = at;
      from--;
      continue;
    }
    if (plain) {
      out[at++] = byte;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4] ?? 0;
      out[at++] = HEX[byte & 15] ?? 0;
    }
  }
  out[at++] = CR;
  out[at++] = LF;
  return out.subarray(0, at);
}

function isPlain(byte: number, atEnd: boolean): boolean {
  if (byte === SPACE || byte === TAB) return !atEnd;
  return byte > SPACE && byte <= LAST_PRINTABLE && byte !== EQUALS;
}

/** Whether a server on the way could change the line that begins here. */
function isMangled(bytes: Buffer, from: number): boolean {
  return bytes[from] === DOT || bytes.toString('latin1', from, from + 5) === 'From ';
}

/** Whether servers take the bytes as they are (RFC 5321, section 4.5.3.1.6; RFC 6152). */
export function isSendable(bytes: Buffer, takes8Bit: boolean): boolean {
  if ((!takes8Bit && !isAscii(bytes)) || bytes.includes(0)) return false;
  for (let at = 0; bytes.length - at > LONGEST_LINE; ) {
    const end = bytes.lastIndexOf('\r\n', at + LONGEST_LINE);
    if (end < at) return false;
    at = end + 2;
  }
  return true;
}
