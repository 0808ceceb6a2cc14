import { type Attachment, type StructuredHeader, simpleParser } from 'mailparser';
import type { MailPart, ReadMail } from '../../ports/mailReader.ts';
import { partText, withDecodedWords, withoutEscapes, wordsOfHtml } from './partText.ts';

/** A message inside the mail stays one part; no html and no links are generated. */
const PARSER_OPTIONS = {
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
};
const MAX_PART_CHARS = 65_536;
const MAX_PARTS = 20;

/** Fields of the header that the parser needs. Lists of addresses keep it busy for seconds, and are not among them. */
const PARSED_FIELDS = /^(?:content-[a-z-]{1,40}|mime-version|subject)[ \t]*:/i;
const MAX_FIELD_CHARS = 10_000;
const STATUS_REPORT = /report-type="?delivery-status/i;

/**
 * Parses a mail. The parser is made for normal mail: some texts keep it busy for seconds, and some end the thread that it
 * runs in.
 */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const { head, body } = partsOf(raw);
  const needed = neededOf(head);
  const mail = await readParts(head, needed, body);
  const type = needed.find((field) => /^content-type/i.test(field)) ?? '';
  if (/^[^:]{1,40}:\s*multipart\//i.test(type) && mail.text.trim() === '' && mail.parts.length === 0)
    return readUndivided(
      mail,
      needed.filter((field) => field !== type),
      body,
    );
  const isWrapping = STATUS_REPORT.test(type) && !mail.parts.some((part) => part.type.endsWith('-status'));
  const inner = mail.parts.find((part) => part.type === 'message/rfc822');
  const { head: innerHead, body: innerBody } = partsOf(Buffer.from((isWrapping && inner?.content) || ''));
  if (!STATUS_REPORT.test(innerHead)) return mail;
  return { ...mail, wrapped: await readParts(innerHead, neededOf(innerHead), innerBody) };
}

/** The unfolded fields of a header that the parser is given. */
function neededOf(head: string): readonly string[] {
  return head
    .split(/\r?\n(?![ \t])/)
    .filter((field) => PARSED_FIELDS.test(field) && field.length <= MAX_FIELD_CHARS);
}

async function readParts(head: string, fields: readonly string[], body: Buffer): Promise<ReadMail> {
  const mail = await simpleParser(mailOf(fields, body), PARSER_OPTIONS);
  const html = typeof mail.html === 'string' ? wordsOfHtml(mail.html.slice(0, MAX_PART_CHARS)) : '';
  const parts = mail.attachments.slice(0, MAX_PARTS).map(partOf);
  // Of two forms of the same words the second begins anew.
  const text = [withoutEscapes(mail.text ?? ''), html].filter((one) => one.trim() !== '').join('\n\n---\n\n');
  // A report may have its words in a file.
  const files = text.trim() === '' ? parts.filter(({ type }) => type === 'text/plain') : [];
  return {
    head,
    subject: mail.subject ?? '',
    text: [text, ...files.map(({ content }) => content)].join('\n').slice(0, 2 * MAX_PART_CHARS),
    parts,
  };
}

function partOf({ contentType, content, headers }: Attachment): MailPart {
  const type = typeOf(contentType);
  const { params = {} } = (headers.get('content-type') ?? {}) as Partial<StructuredHeader>;
  const text = partText(content, params.charset ?? '').slice(0, MAX_PART_CHARS);
  return { type, content: type.endsWith('-status') ? withDecodedWords(text) : text };
}

/** A multipart whose boundary is not the one in its body is read by that one, and one without any as a text. */
async function readUndivided(mail: ReadMail, fields: readonly string[], body: Buffer): Promise<ReadMail> {
  const text = partText(body.subarray(0, 2 * MAX_PART_CHARS), '');
  const [, boundary] = /^--([^\s"]{1,200})[ \t]*\r?\ncontent-[a-z-]{1,40}:/im.exec(text) ?? [];
  if (boundary === undefined) return { ...mail, text };
  return readParts(mail.head, [...fields, `Content-Type: multipart/mixed; boundary="${boundary}"`], body);
}

/** Of a file whose field Content-Type cannot be read, which the parser says by `false`: it is taken for any bytes (RFC 2045, section 5.2). */
const typeOf = (contentType: string | false): string =>
  (contentType || 'application/octet-stream').toLowerCase();

/** The header as text, up to the empty line, or the whole where there is none, and what comes after it, which is not copied. */
export function partsOf(raw: Uint8Array): { readonly head: string; readonly body: Buffer } {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const ends = ['\n\r\n', '\n\n'].map((end) => bytes.indexOf(end)).filter((at) => at >= 0);
  const headBytes = ends.length === 0 ? bytes.length : Math.min(...ends) + 1;
  return { head: bytes.toString('utf8', 0, headBytes).trimEnd(), body: bytes.subarray(headBytes) };
}

/** A mail with these fields alone; the body begins with the empty line. */
function mailOf(fields: readonly string[], body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(fields.map((field) => `${field}\r\n`).join('')), body]);
}
