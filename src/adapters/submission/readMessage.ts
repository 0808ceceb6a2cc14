import type { StructuredHeader } from 'mailparser';
import addressparser from 'nodemailer/lib/addressparser';
import { inOneLine } from '../../events/fieldPatterns.ts';
import { decodedWords } from '../../mail/decodedWords.ts';
import type { ReadAttachment, ReadField, ReadMailbox, ReadMessage } from '../../ports/readMessage.ts';
import { mailOf, PARSED_FIELDS, partsOf, typeOf } from '../intake/readMail.ts';
import { type ParsedAttachment, parsedMessage } from './parsedMessage.ts';

/** Bytes of the message's own header, and fields in it. */
const MAX_HEAD_BYTES = 262_144;
const MAX_FIELDS = 2_000;
/** Bytes of the headers of all parts: the parser holds them as objects, which take a hundred times as much. */
const MAX_PART_HEAD_BYTES = 1_048_576;
/** The parser takes a microsecond for each. The most that a mail may have are half as many: in base64 they have 76 characters. */
const MAX_LINES = 1_000_000;
/** Parameters of a type that belong to the encoding of this message, and not to the file. */
const NOT_OF_THE_FILE = new Set(['boundary', 'name', 'format', 'delsp']);

/** Decodes a message; null when it is none, or beyond the limits. Costly texts may keep it busy for seconds. */
export async function readMessage(raw: Uint8Array): Promise<ReadMessage | null> {
  const { head, body } = partsOf(raw);
  if (raw.length - body.length > MAX_HEAD_BYTES || partHeadBytes(body) > MAX_PART_HEAD_BYTES) return null;
  if (hasTooManyLines(body)) return null;
  const lines = head.split(/\r?\n(?![ \t])/);
  if (lines.length > MAX_FIELDS) return null;
  const needed = lines.filter((line) => PARSED_FIELDS.test(line));
  const mail = await parsedMessage(mailOf(needed, body));
  const unfolded = lines.flatMap(fieldOf);
  const mailboxes = (name: string) =>
    unfolded.flatMap((field) => (field.name.toLowerCase() === name ? mailboxesIn(field.value) : []));
  return {
    fields: unfolded.map(({ name, value }) => ({ name, value: inOneLine(decodedWords(value)) })),
    from: mailboxes('from'),
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    replyTo: mailboxes('reply-to'),
    text: withoutLastBreak(mail.text),
    html: withoutLastBreak(mail.html),
    attachments: mail.attachments.map(attachmentOf),
  };
}

/** The end of a mail's last line belongs to the mail, not to its text. */
const withoutLastBreak = (text: string) => text.replace(/\n$/, '');

/** A field unfolded (RFC 5322, section 2.2.3), not yet decoded; none for a line that is no field. */
function fieldOf(line: string): ReadField[] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).trimEnd();
  if (!/^[!-9;-~]+$/.test(name)) return [];
  return [
    {
      name,
      value: line
        .slice(colon + 1)
        .replace(/\r?\n(?=[ \t])/g, '')
        .trim(),
    },
  ];
}

function mailboxesIn(value: string): ReadMailbox[] {
  return addressparser(value, { flatten: true }).map(({ name, address }) => ({
    name: decodedWords(name),
    address: address ?? '',
  }));
}

function attachmentOf({
  filename,
  contentType,
  contentDisposition,
  content,
  cid,
  headers,
}: ParsedAttachment): ReadAttachment {
  const { params = {} } = (headers.get('content-type') ?? {}) as Partial<StructuredHeader>;
  const given = Object.entries(params).filter(([name]) => !NOT_OF_THE_FILE.has(name));
  return {
    filename: filename ?? '',
    type: [typeOf(contentType), ...given.map(([name, value]) => `${name}="${value}"`)].join('; '),
    contentId: cid ?? null,
    disposition: cid !== undefined && contentDisposition !== 'attachment' ? 'inline' : 'attachment',
    content,
  };
}

/** Bytes from each line that may be a boundary up to the next empty line; a body of one part has none. */
function partHeadBytes(bytes: Buffer): number {
  const emptyLines = ['\n\r\n', '\n\n'].map((end) => nextOf(bytes, end));
  let sum = 0;
  for (let at = bytes.indexOf('\n--'); at >= 0 && sum <= MAX_PART_HEAD_BYTES; ) {
    const end = Math.min(...emptyLines.map((next) => next(at + 1)));
    sum += end - at;
    at = end === bytes.length ? -1 : bytes.indexOf('\n--', end);
  }
  return sum;
}

function hasTooManyLines(bytes: Buffer): boolean {
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at >= 0 && lines <= MAX_LINES; at = bytes.indexOf('\n', at + 1)) lines++;
  return lines > MAX_LINES;
}

/** Where a text comes next after rising places, or the end. What was found, or not, is not searched for again. */
function nextOf(bytes: Buffer, text: string): (after: number) => number {
  let found = -1;
  return (after) => {
    if (found < after) found = bytes.indexOf(text, after);
    if (found < 0) found = bytes.length;
    return found;
  };
}
