import { markedBytes } from './decodedWords.ts';
import { flowedText } from './flowedText.ts';
import type { MimeEntity } from './mimeEntity.ts';
import { textOfBytes } from './textOfBytes.ts';

type Part = Pick<MimeEntity, 'type' | 'params' | 'encoding' | 'bodyAt' | 'end'>;

/** The bytes of a part without its transfer encoding (RFC 2045, section 6); of an unknown one as they are. */
export function contentOf(raw: Buffer, { bodyAt, end, encoding }: Part): Buffer {
  const bytes = raw.subarray(bodyAt, end);
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64');
  return encoding === 'quoted-printable' ? unquoted(bytes) : bytes;
}

/** The text of a part as a reader shows it: of flowed text (RFC 3676) the lines are joined. */
export function shownText(raw: Buffer, part: Part): string {
  const text = plainText(raw, part);
  if (part.type !== 'text/plain' || part.params.get('format')?.toLowerCase() !== 'flowed') return text;
  return flowedText(text, part.params.get('delsp')?.toLowerCase() === 'yes');
}

/** The text of a part with LF line ends. */
export function plainText(raw: Buffer, part: Part): string {
  const bytes = contentOf(raw, part);
  const charset = part.params.get('charset') || (part.type === 'text/html' ? charsetOfHtml(bytes) : '');
  return textOfBytes(bytes, charset).replace(/\r\n?/g, '\n');
}

/** Bytes at the beginning of a page in which it may name its charset. */
const META_BYTES = 4_096;

function charsetOfHtml(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, META_BYTES);
  return /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(start)?.[1] ?? '';
}

/** RFC 2045, section 6.7. What is no encoding stays as it is. */
function unquoted(bytes: Buffer): Buffer {
  if (!bytes.includes('=')) return bytes;
  const joined = bytes.toString('latin1').replace(/=[ \t]*(?:\r\n?|\n|$)/g, '');
  return markedBytes(joined, /=([0-9a-f]{2})/gi);
}
