import { isFileType } from '../../mail/mediaType.ts';
import type { ComposedAttachment } from '../../ports/composer.ts';
import { hexOctets } from './encodedWords.ts';
import { quotedString } from './headerFields.ts';
import { packed } from './packed.ts';
import { base64Lines, isSendable } from './transferEncoding.ts';

/** With longer ids the line would come near the limit of 998 (RFC 5322, section 2.1.1). */
const CONTENT_ID_MAX = 900;

/** An attachment as a part of a message: its fields, an empty line, its bytes and a line end. */
export function attachmentPart({
  filename,
  type,
  content,
  contentId,
  disposition,
}: ComposedAttachment): readonly Buffer[] {
  const given = type.trim();
  const isFile = isFileType(given);
  const isMessage = isFile && /^message\//i.test(given);
  const lines = isMessage ? unencodedLines(content) : null;
  // A part that would not keep its bytes is sent as plain bytes: a message inside a message must not be encoded (RFC 2046,
  // section 5.2.1).
  const isKept = isFile && (!isMessage || lines !== null);
  // Without the name in the type, which would come in addition to the file's name.
  const own = isKept ? given.replace(/\s*;\s*name=(?:"[^"]*"|[^;\s]*)/gi, '') : 'application/octet-stream';
  const fields = [
    `Content-Type: ${own}${parameter('name', filename)}`,
    `Content-Transfer-Encoding: ${lines === null ? 'base64' : '7bit'}`,
    `Content-Disposition: ${disposition}${parameter('filename', filename)}`,
    ...(contentId === null ? [] : [`Content-ID: <${contentId.slice(0, CONTENT_ID_MAX)}>`]),
  ];
  const head = Buffer.from(`${fields.join('\r\n')}\r\n\r\n`);
  return lines === null ? [head, base64Lines(content)] : [head, lines, Buffer.from('\r\n')];
}

/** A text of short ASCII lines, with the line ends of mail; null: the bytes are no such text. */
function unencodedLines(content: Buffer): Buffer | null {
  const text = content.toString('latin1').replace(/\r?\n/g, '\r\n');
  const lines = Buffer.from(text, 'latin1');
  return isSendable(lines, false) && !/\r(?!\n)|\x7f/.test(text) ? lines : null;
}

/** A value that can be written in quotes, in the rest of a line. */
const SHORT = /^(?!.*=\?)[ -~]{0,60}$/;
const ATTRIBUTE_CHAR = /^[A-Za-z0-9!#$&+.^_`|~-]$/;
/** Characters of a long value in one line. */
const PIECE_MAX = 50;

/**
 * A parameter of a MIME field, on a new line: quoted where it is short ASCII, else in pieces of percent-encoded UTF-8
 * (RFC 2231, sections 3 and 4).
 */
export function parameter(name: string, value: string): string {
  if (SHORT.test(value)) return `;\r\n ${name}=${quotedString(value)}`;
  const characters = [...value.toWellFormed()].map((one) =>
    ATTRIBUTE_CHAR.test(one) ? one : hexOctets(one, '%'),
  );
  return packed(characters, PIECE_MAX)
    .map((piece, at) => `;\r\n ${name}*${at}*=${at === 0 ? "utf-8''" : ''}${piece}`)
    .join('');
}
