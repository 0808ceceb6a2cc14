import { textOfBytes } from './textOfBytes.ts';

/** Encoded words (RFC 2047, section 2), of which those next to each other are one text. */
const WORDS = /=\?[^?\s]+\?[bq]\?[^?]*\?=(?:[ \t]*=\?[^?\s]+\?[bq]\?[^?]*\?=)*/gi;
const WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;

/** A header's text with its encoded words decoded; those of an unknown charset stay as they are. */
export function decodedWords(text: string): string {
  if (!text.includes('=?')) return text;
  return text.replace(WORDS, (run) => {
    // A character may be split between two words of one charset, so their bytes are joined first.
    const parts: { charset: string; bytes: Buffer[] }[] = [];
    for (const [, given = '', encoding = '', content = ''] of run.matchAll(WORD)) {
      const charset = given.toLowerCase();
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(content, 'base64')
          : markedBytes(content.replaceAll('_', ' '), /=([0-9a-f]{2})/gi);
      const last = parts.at(-1);
      if (last?.charset === charset) last.bytes.push(bytes);
      else parts.push({ charset, bytes: [bytes] });
    }
    try {
      return parts
        .map(({ charset, bytes }) => textOfBytes(Buffer.concat(bytes), new TextDecoder(charset).encoding))
        .join('');
    } catch {
      return run;
    }
  });
}

/** The bytes of a text in which some are written as two hexadecimal digits after a mark: these are the pattern's group. */
export function markedBytes(text: string, marked: RegExp): Buffer {
  const plain = text.replace(marked, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
