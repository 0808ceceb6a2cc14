import addressparser from 'nodemailer/lib/addressparser';
import { inOneLine } from '../../events/fieldPatterns.ts';
import { decodedWords } from '../../mail/decodedWords.ts';
import { messageTexts } from '../../mail/messageTexts.ts';
import { type MimeEntity, mimeEntity, mimeLeaves } from '../../mail/mimeEntity.ts';
import { contentOf, plainText, shownText } from '../../mail/partContent.ts';
import { fieldText, textOfField } from '../../mail/rawFields.ts';
import type { ReadAttachment, ReadMailbox, ReadMessage } from '../../ports/readMessage.ts';

/** Bytes of the message's own header, and fields in it. */
const MAX_HEAD_BYTES = 262_144;
const MAX_FIELDS = 2_000;
/** Bytes of the headers of all parts. */
const MAX_PART_HEAD_BYTES = 1_048_576;
const MAX_LINES = 1_000_000;
/** Parameters of a type that belong to the encoding of this message, and not to the file. */
const NOT_OF_THE_FILE = new Set(['boundary', 'name', 'format', 'delsp']);

/** Decodes a message with CRLF line ends; null when it is none, or beyond the limits. */
export function readMessage(given: Uint8Array): ReadMessage | null {
  const raw = Buffer.from(given.buffer, given.byteOffset, given.length);
  if (hasTooManyLines(raw)) return null;
  const message = mimeEntity(raw);
  const { fields, bodyAt } = message;
  if (bodyAt - 2 > MAX_HEAD_BYTES || fields.length > MAX_FIELDS) return null;
  if (headBytes(message) - bodyAt > MAX_PART_HEAD_BYTES) return null;
  const mailboxes = (name: string) =>
    fields.flatMap((field) => (field.name.toLowerCase() === name ? mailboxesIn(textOfField(field)) : []));
  const contents = new Map<MimeEntity, Buffer>();
  const bytesOf = (part: MimeEntity) => {
    const bytes = contents.get(part) ?? contentOf(raw, part);
    contents.set(part, bytes);
    return bytes;
  };
  const { text, html, files } = messageTexts(message, (part) => shownText(raw, part));
  return {
    fields: fields.map((field) => ({ name: field.name, value: inOneLine(decodedWords(textOfField(field))) })),
    from: mailboxes('from'),
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    replyTo: mailboxes('reply-to'),
    sender: mailboxes('sender'),
    ...{ text, html },
    attachments: files.map((part) => attachmentOf(part, bytesOf(part))),
    parts: mimeLeaves(message, true).map((part) => ({
      type: part.type,
      filename: part.filename,
      content: part.type.startsWith('text/') ? plainText(raw, part).trimEnd() : bytesOf(part),
    })),
  };
}

function mailboxesIn(value: string): ReadMailbox[] {
  return addressparser(value, { flatten: true }).map(({ name, address }) => ({
    name: decodedWords(name),
    address: address ?? '',
  }));
}

function attachmentOf(part: MimeEntity, content: Buffer): ReadAttachment {
  const contentId = (fieldText(part.fields, 'content-id') ?? '').replace(/^<|>$/g, '');
  const isInline = contentId !== '' && !part.isAttachment;
  const params = [...part.params].filter(([name]) => !NOT_OF_THE_FILE.has(name));
  return {
    filename: part.filename,
    type: [part.type, ...params.map(([name, value]) => `${name}="${value}"`)].join('; '),
    contentId: contentId === '' ? null : contentId,
    disposition: isInline ? 'inline' : 'attachment',
    content,
  };
}

const headBytes = ({ start, bodyAt, children }: MimeEntity): number =>
  bodyAt - start + children.reduce((sum, child) => sum + headBytes(child), 0);

function hasTooManyLines(bytes: Buffer): boolean {
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at >= 0 && lines <= MAX_LINES; at = bytes.indexOf('\n', at + 1)) lines++;
  return lines > MAX_LINES;
}
