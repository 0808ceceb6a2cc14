import type { ComposedAttachment } from '../../ports/composer.ts';
import { parameter } from './parameters.ts';
import { base64Lines } from './transferEncoding.ts';

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`{|}~-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"))*$`,
);
/** Characters that a media type may take of a line, parameters and all. */
const TYPE_MAX = 255;
/** RFC 5322, section 2.1.1. */
const LONGEST_LINE = 998;
/** Longer ids would come near it. */
const CONTENT_ID_MAX = 900;

/** An attachment as a part of a message: its fields, an empty line, its bytes and a line end. */
export function attachmentPart(attachment: ComposedAttachment): readonly Buffer[] {
  const { filename, content, contentId, disposition } = attachment;
  const type = partType(attachment);
  const asItIs = /^message\//i.test(type);
  const fields = [
    `Content-Type: ${type}${parameter('name', filename)}`,
    `Content-Transfer-Encoding: ${asItIs ? '7bit' : 'base64'}`,
    `Content-Disposition: ${disposition}${parameter('filename', filename)}`,
    ...(contentId === null ? [] : [`Content-ID: <${contentId.slice(0, CONTENT_ID_MAX)}>`]),
  ];
  const head = Buffer.from(`${fields.join('\r\n')}\r\n\r\n`);
  return asItIs ? [head, content, Buffer.from('\r\n')] : [head, base64Lines(content)];
}

/** The type as given, unless the part would then not be the bytes it is: those go as plain bytes. */
function partType({ type, content }: ComposedAttachment): string {
  const given = type.trim();
  if (given.length > TYPE_MAX || !MEDIA_TYPE.test(given) || /^multipart\//i.test(given))
    return 'application/octet-stream';
  // A message inside a message cannot be encoded (RFC 2046, section 5.2.1), so it must need no encoding.
  if (/^message\//i.test(given) && !needsNoEncoding(content)) return 'application/octet-stream';
  // A name of the type's own would stand beside the file's.
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
