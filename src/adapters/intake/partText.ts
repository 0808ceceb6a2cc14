import { isUtf8 } from 'node:buffer';
import { Parser } from 'htmlparser2';
import { decodedWords } from '../../mail/decodedWords.ts';

/** How ISO-2022-JP begins a run of other characters than ASCII: some servers don't name it. */
const ESCAPE = '\u001b$';

/** The text of a part that is no text by its type, such as a delivery status: UTF-8, or in its charset, if it is known. */
export function partText(bytes: Buffer, charset: string): string {
  if (bytes.includes(ESCAPE)) return decoded(bytes, 'iso-2022-jp');
  return isUtf8(bytes) ? bytes.toString('utf8') : decoded(bytes, charset || 'windows-1252');
}

function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** A text that was decoded by the charset that it names, and may be in ISO-2022-JP nevertheless. */
export function withoutEscapes(text: string): string {
  return text.includes(ESCAPE) ? decoded(Buffer.from(text), 'iso-2022-jp') : text;
}

/** Lines of fields with their encoded words (RFC 2047) decoded; a decoded line stays one line. */
export function withDecodedWords(text: string): string {
  if (!text.includes('=?')) return text;
  return text
    .split('\n')
    .map((line) => (line.includes('=?') ? decodedWords(line).replace(/[\r\n]/g, ' ') : line))
    .join('\n');
}

const UNSEEN = new Set(['head', 'style', 'script', 'title']);
const BLOCKS = new Set(['br', 'p', 'div', 'tr', 'li', 'pre', 'table', 'hr', 'h1', 'h2', 'h3', 'h4']);
const PARAGRAPHS = new Set(['p', 'table', 'pre', 'h1', 'h2', 'h3', 'h4']);

/** What a reader sees of html: enough to find a server's words, one line or paragraph for each block. */
export function wordsOfHtml(html: string): string {
  const words: string[] = [];
  let unseen = 0;
  let isPreformatted = false;
  const parser = new Parser({
    onopentag(name) {
      if (UNSEEN.has(name)) unseen += 1;
      if (name === 'pre') isPreformatted = true;
      if (BLOCKS.has(name)) words.push(PARAGRAPHS.has(name) ? '\n\n' : '\n');
      if (name === 'td' || name === 'th') words.push(' ');
    },
    ontext(text) {
      if (unseen === 0) words.push(isPreformatted ? text : text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1;
      if (name === 'pre') isPreformatted = false;
      if (PARAGRAPHS.has(name)) words.push('\n');
    },
  });
  parser.end(html);
  return words
    .join('')
    .replace(/\n[ \t]+/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}
