import type { ComposedAttachment } from '../../ports/composer.ts';
import { hexOctets } from './encodedWords.ts';
import { quotedString } from './headerFields.ts';
import { packed } from './packed.ts';
import { base64Lines } from './transferEncoding.ts';

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`{|}~-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"))*$`,
);
/** Characters of a media type with its parameters at most. */
const TYPE_MAX = 255;
/** RFC 5322, section 2.1.1. */
const LONGEST_LINE = 998;
/** With longer ids the line would come near this limit. */
const CONTENT_ID_MAX = 900;

/** An attachment as a part of a message: its fields, an empty line, its bytes and a line end. */
export function attachmentPart(attachment: ComposedAttachment): readonly Buffer[] {
  const { filename, content, contentId, disposition } = attachment;
  const type = partType(attachment);
  const isUnencoded = /^message\//i.test(type);
  const fields = [
    `Content-Type: ${type}${parameter('name', filename)}`,
    `Content-Transfer-Encoding: ${isUnencoded ? '7bit' : 'base64'}`,
    `Content-Disposition: ${disposition}${parameter('filename', filename)}`,
    ...(contentId === null ? [] : [`Content-ID: <${contentId.slice(0, CONTENT_ID_MAX)}>`]),
  ];
  const head = Buffer.from(`${fields.join('\r\n')}\r\n\r\n`);
  return isUnencoded ? [head, content, Buffer.from('\r\n')] : [head, base64Lines(content)];
}

/** The given type, unless the part would then not keep its bytes: such a part is sent as plain bytes. */
function partType({ type, content }: ComposedAttachment): string {
  const given = type.trim();
  if (given.length > TYPE_MAX || !MEDIA_TYPE.test(given) || /^multipart\//i.test(given))
    return 'application/octet-stream';
  // A message inside a message must not be encoded (RFC 2046, section 5.2.1).
  if (/^message\//i.test(given) && !needsNoEncoding(content)) return 'application/octet-stream';
  // Without the name in the type, which would come in addition to the file's name.
  return given.replace(/\s*;\s*name=(?:"[^"]*"|[^;\s]*)/gi, '');
}

function needsNoEncoding(content: Buffer): boolean {
  let line = 0;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at];
    if (byte === undefined || byte === 0 || byte > 0x7e) return false;
    if (byte === 0x0a) return false;
    if (byte !== 0x0d) {
      if (++line > LONGEST_LINE) return false;
      continue;
    }
    if (content[++at] !== 0x0a) return false;
    line = 0;
  }
  return true;
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
