import iconv from 'iconv-lite';
import { gsmText } from '../../events/gsmAlphabet.ts';
import { nationalTables } from './nationalTables.ts';

/** SMPP 3.4, 5.2.19: the character sets of values below 0x10; of two the first that has all the letters. */
const CHARSETS: Readonly<Record<number, readonly string[]>> = {
  1: ['ascii'],
  3: ['latin1'],
  5: ['Shift_JIS', 'EUC-JP'],
  6: ['ISO-8859-5'],
  7: ['ISO-8859-8'],
  9: ['Shift_JIS'],
  10: ['EUC-JP'],
  13: ['EUC-JP', 'Shift_JIS'],
  14: ['EUC-KR'],
};
const OCTETS: ReadonlySet<number> = new Set([0x02, 0x04]);
const UCS2 = 0x08;
/** Marks a letter that a character set lacks, and those that only its maker knows, such as pictograms. */
const UNREADABLE = /[\ufffd\ue000-\uf8ff]/;

/**
 * How the bytes of a text are to be read: values below 0x10 by SMPP 3.4, 5.2.19, all others by 3GPP TS 23.038, section 4, by
 * which what is reserved is the default alphabet. Null: they are no text, or are compressed.
 */
function alphabetOf(coding: number): 'gsm' | 'ucs2' | readonly string[] | null {
  if (coding === UCS2) return 'ucs2';
  if (coding < 0x10) return OCTETS.has(coding) ? null : (CHARSETS[coding] ?? 'gsm');
  const group = coding >> 4;
  if (group < 0x8) {
    const isCompressed = (coding & 0x20) !== 0;
    return isCompressed ? null : ((['gsm', null, 'ucs2', 'gsm'] as const)[(coding >> 2) & 3] ?? null);
  }
  if (group === 0xe) return 'ucs2';
  return group === 0xf && (coding & 0x04) !== 0 ? null : 'gsm';
}

/**
 * The text that these bytes are in a data coding; null when they cannot be read.
 * @param header elements of the text's user data header by their identifier
 */
export function textIn(coding: number, bytes: Buffer, header: ReadonlyMap<number, Buffer>): string | null {
  const alphabet = alphabetOf(coding);
  if (alphabet === null) return null;
  if (alphabet === 'ucs2') return ucs2Text(bytes);
  if (alphabet === 'gsm') {
    const tables = nationalTables(header);
    return tables && gsmText(bytes, tables);
  }
  const isShifted = bytes.includes(ESCAPE) && alphabet.some((charset) => charset === 'EUC-JP');
  const texts = isShifted
    ? [iconv.decode(eucOf(bytes), 'EUC-JP')]
    : alphabet.map((charset) => iconv.decode(bytes, charset));
  return texts.find((text) => !UNREADABLE.test(text)) ?? null;
}

/** Half a pair of surrogates stays: the other half may be in the next part. */
function ucs2Text(bytes: Buffer): string | null {
  if (bytes.length % 2 !== 0) return null;
  const text = Buffer.from(bytes).swap16().toString('utf16le');
  if (text.startsWith('\ufffe')) return bytes.toString('utf16le', 2);
  return text.replace(/^\ufeff/, '');
}

const ESCAPE = 0x1b;

/** ISO-2022-JP (RFC 1468, RFC 2237) as EUC-JP, which has the same characters without shifts between them. */
function eucOf(bytes: Buffer): Buffer {
  const [start = '', ...shifted] = bytes.toString('latin1').split(String.fromCharCode(ESCAPE));
  const pieces = shifted.map((piece) => {
    const [shift = '', set] = /^(?:\$\(?|\()([@BDIJ])/.exec(piece) ?? [];
    const letters = Buffer.from(piece.slice(shift.length), 'latin1');
    if (set === undefined || (shift.startsWith('(') && set !== 'I')) return letters;
    const size = set === 'I' ? 1 : 2;
    const lead = { I: [0x8e], D: [0x8f] }[set] ?? [];
    return Buffer.from([...letters].flatMap((byte, at) => [...(at % size === 0 ? lead : []), byte | 0x80]));
  });
  return Buffer.concat([Buffer.from(start, 'latin1'), ...pieces]);
}
