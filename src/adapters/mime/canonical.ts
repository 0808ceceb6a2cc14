import { createHash } from 'node:crypto';
import type { RawField } from '../../mail/rawFields.ts';

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

/** RFC 6376, section 3.4.2, without a line end. */
export function relaxedField({ name, value }: RawField): string {
  const text = value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${name.toLowerCase()}:${text}`;
}

/** The SHA-256 of a body as section 3.4.4 of RFC 6376 relaxes it, in base64. */
export function relaxedBodyHash(body: Buffer): string {
  const out = Buffer.allocUnsafe(body.length + 2);
  let at = 0;
  let gap = false;
  /** After the last line that is not empty. */
  let end = 0;
  for (let from = 0; from < body.length; from++) {
    const byte = body[from] ?? 0;
    if (byte === SPACE || byte === TAB) {
      gap = true;
    } else if (byte === CR && body[from + 1] === LF) {
      // White space before a line end is removed.
      gap = false;
      out[at++] = CR;
      out[at++] = LF;
      from++;
    } else {
      if (gap) out[at++] = SPACE;
      gap = false;
      out[at++] = byte;
      end = at;
    }
  }
  // White space at the end of the body, without a line end, is removed too.
  if (end > 0) {
    out[end] = CR;
    out[end + 1] = LF;
    end += 2;
  }
  return createHash('sha256').update(out.subarray(0, end)).digest('base64');
}
