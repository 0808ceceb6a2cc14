import { simpleParser } from 'mailparser';
import type { MailPart, ReadMail } from '../../ports/mailReader.ts';

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

/**
 * Parses a mail. The parser is made for normal mail: some texts keep it busy for seconds, and some end the thread that it
 * runs in.
 */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const { head, body } = partsOf(raw);
  const needed = head
    .split(/\r?\n(?![ \t])/)
    .filter((field) => PARSED_FIELDS.test(field) && field.length <= MAX_FIELD_CHARS);
  const mail = await simpleParser(mailOf(needed, body), PARSER_OPTIONS);
  const html = typeof mail.html === 'string' ? wordsOfHtml(mail.html.slice(0, MAX_PART_CHARS)) : '';
  const parts: MailPart[] = mail.attachments.slice(0, MAX_PARTS).map(({ contentType, content }) => ({
    type: typeOf(contentType),
    content: content.toString('utf8').slice(0, MAX_PART_CHARS),
  }));
  return {
    head,
    subject: mail.subject ?? '',
    text: `${mail.text ?? ''}\n${html}`.slice(0, 2 * MAX_PART_CHARS),
    parts,
  };
}

/** Of a file whose field Content-Type cannot be read, which the parser says by `false`: it is taken for any bytes (RFC 2045, section 5.2). */
const typeOf = (contentType: string | false): string =>
  (contentType || 'application/octet-stream').toLowerCase();

/** The header as text, up to the empty line, or the whole where there is none, and what comes after it, which is not copied. */
function partsOf(raw: Uint8Array): { readonly head: string; readonly body: Buffer } {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const ends = ['\n\r\n', '\n\n'].map((end) => bytes.indexOf(end)).filter((at) => at >= 0);
  const headBytes = ends.length === 0 ? bytes.length : Math.min(...ends) + 1;
  return { head: bytes.toString('utf8', 0, headBytes).trimEnd(), body: bytes.subarray(headBytes) };
}

/** A mail with these fields alone; the body begins with the empty line. */
function mailOf(fields: readonly string[], body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(fields.map((field) => `${field}\r\n`).join('')), body]);
}

/** Good enough to find a server's words: no tags, and only the most common entities decoded. */
function wordsOfHtml(html: string): string {
  return html
    .replace(/<(?:br|p|div|tr|li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');
}
