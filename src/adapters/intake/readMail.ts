import { simpleParser } from 'mailparser';
import type { MailPart, ReadMail } from '../../ports/mailReader.ts';

/** A message inside the mail stays one part; no html and no links are generated. */
const OPTIONS = {
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
};
const MAX_PART_CHARS = 65_536;
const MAX_PARTS = 20;

/**
 * Parses a mail. The parser is made for normal mail: some headers keep it busy for seconds, and some end the thread that
 * it runs in.
 */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const mail = await simpleParser(Buffer.from(raw), OPTIONS);
  const html = typeof mail.html === 'string' ? wordsOfHtml(mail.html.slice(0, MAX_PART_CHARS)) : '';
  const parts: MailPart[] = mail.attachments.slice(0, MAX_PARTS).map(({ contentType, content }) => ({
    type: contentType.toLowerCase(),
    content: content.toString('utf8').slice(0, MAX_PART_CHARS),
  }));
  return {
    head: mail.headerLines.map(({ line }) => line).join('\r\n'),
    subject: mail.subject ?? '',
    text: `${mail.text ?? ''}\n${html}`.slice(0, 2 * MAX_PART_CHARS),
    parts,
  };
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
