import { isUtf8 } from 'node:buffer';
import { decodedWords } from '../../mail/decodedWords.ts';
import { withLineEnds } from '../../mail/lineEnds.ts';
import { messageTexts } from '../../mail/messageTexts.ts';
import { type MimeEntity, mimeEntity } from '../../mail/mimeEntity.ts';
import { contentOf, shownText } from '../../mail/partContent.ts';
import { fieldText } from '../../mail/rawFields.ts';
import { textOfBytes } from '../../mail/textOfBytes.ts';
import type { MailPart, ReadMail } from '../../ports/mailReader.ts';
import { wordsOfHtml } from './wordsOfHtml.ts';

const MAX_PART_CHARS = 65_536;
const MAX_PARTS = 20;

/** Reads a mail of any line ends. @throws Error when it has more than a thousand parts */
export async function readMail(given: Uint8Array): Promise<ReadMail> {
  const raw = withLineEnds(Buffer.from(given.buffer, given.byteOffset, given.length));
  const message = mimeEntity(raw);
  if (message.type.startsWith('multipart/') && message.children.length === 0)
    return readUndivided(raw, message);
  const mail = readParts(raw, message);
  if (!isStatusReport(message) || mail.parts.some(({ type }) => type.endsWith('-status'))) return mail;
  const wrapped = message.children.find(({ type }) => type === 'message/rfc822')?.children[0];
  return wrapped && isStatusReport(wrapped) ? { ...mail, wrapped: readParts(raw, wrapped) } : mail;
}

const isStatusReport = ({ params }: MimeEntity) => /^delivery-status/i.test(params.get('report-type') ?? '');

function readParts(raw: Buffer, message: MimeEntity): ReadMail {
  const said = messageTexts(message, (part) => shownText(raw, part).slice(0, MAX_PART_CHARS));
  const parts = said.files.slice(0, MAX_PARTS).map((part) => partOf(raw, part));
  // Of two forms of the same words the second begins anew.
  const text = [said.text, wordsOfHtml(said.html)].filter((one) => one.trim() !== '').join('\n\n---\n\n');
  // A report may have its words in a file.
  const files = text.trim() === '' ? parts.filter(({ type }) => type === 'text/plain') : [];
  return {
    head: raw.toString('utf8', message.start, message.bodyAt).trimEnd(),
    subject: decodedWords(fieldText(message.fields, 'subject') ?? ''),
    text: [text, ...files.map(({ content }) => content)].join('\n').slice(0, 2 * MAX_PART_CHARS),
    parts,
  };
}

function partOf(raw: Buffer, part: MimeEntity): MailPart {
  const bytes = contentOf(raw, part);
  const text = textOfBytes(bytes, isUtf8(bytes) ? '' : part.params.get('charset')).slice(0, MAX_PART_CHARS);
  return { type: part.type, content: part.type.endsWith('-status') ? withDecodedWords(text) : text };
}

/** Lines of fields with their encoded words (RFC 2047) decoded; a decoded line stays one line. */
function withDecodedWords(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => decodedWords(line).replace(/[\r\n]/g, ' '));
  return lines.join('\n');
}

/** A multipart whose boundary is not the one in its body is read by that one, and one without any as a text. */
function readUndivided(raw: Buffer, message: MimeEntity): ReadMail {
  const body = raw.subarray(message.bodyAt);
  const text = textOfBytes(body.subarray(0, 2 * MAX_PART_CHARS));
  const mail = readParts(raw, message);
  const [, boundary] = /^--([^\s"]{1,200})[ \t]*\r?\ncontent-[a-z-]{1,40}:/im.exec(text) ?? [];
  if (boundary === undefined) return { ...mail, text, parts: [] };
  const divided = Buffer.concat([
    Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`),
    body,
  ]);
  return { ...readParts(divided, mimeEntity(divided)), head: mail.head, subject: mail.subject };
}
