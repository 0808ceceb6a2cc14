import { asciiAddress } from '../../events/addressForms.ts';
import { inOneLine } from '../../events/fieldPatterns.ts';
import { decodedWords } from '../../mail/decodedWords.ts';
import { paramsIn } from '../../mail/mimeParams.ts';
import { type RawField, textOfField } from '../../mail/rawFields.ts';
import { isStructured, tokensOf } from '../../mail/structuredField.ts';
import { Unsendable } from '../../ports/composer.ts';
import { parameter } from './attachmentPart.ts';
import { encodedWords } from './encodedWords.ts';
import { folded, textField } from './headerFields.ts';
import { LONGEST_LINE } from './transferEncoding.ts';

const ASCII = /^[\0-\x7f]*$/;
/** Fields whose parameters have an encoding of their own (RFC 2231). */
const WITH_PARAMETERS = /^content-(?:type|disposition)$/i;

/**
 * A field as it goes on, with its line end: as it was written, unless that has bytes beyond ASCII, or a line that is too
 * long: then it is encoded or folded.
 * @throws Unsendable names the field that cannot be
 */
export function keptField(field: RawField): string {
  const { name, value } = field;
  const asWritten = `${name}:${value.replaceAll('\0', ' ')}`;
  const lines = asWritten.split('\r\n');
  if (ASCII.test(asWritten) && lines.every(({ length }) => length <= LONGEST_LINE)) return `${asWritten}\r\n`;
  const text = textOfField(field);
  if (WITH_PARAMETERS.test(name)) return withParameters(name, text);
  if (!isStructured(name)) return textField(name, decodedWords(text));
  const written = folded(name, structuredTokens(name, text));
  if (written.split('\r\n').every(({ length }) => length <= LONGEST_LINE)) return written;
  throw new Unsendable(`${name} has a part that fits into no line`);
}

function withParameters(name: string, text: string): string {
  const [start = ''] = text.split(';', 1);
  if (!ASCII.test(start)) throw new Unsendable(`${name} has letters beyond ASCII where none may be`);
  const parameters = [...paramsIn(text)].map(([key, value]) => parameter(key, value));
  return `${name}: ${start.trim()}${parameters.join('')}\r\n`;
}

/** What stands in angle brackets, an address, or words with the space after them. None of these is searched for twice. */
const PIECES =
  /<[^<>]*>?|[^\s<>",;:()]*@[^\s<>",;:()]*|(?:(?:"(?:[^"\\]|\\.)*"?|(?![^\s<>",;:()]*@)[^\s<>",;:()]+)\s*)+/g;

/** The text in tokens that begin with their space, addresses and words beyond ASCII encoded. */
function structuredTokens(name: string, text: string): readonly string[] {
  const encoded = text.replace(PIECES, (piece: string, at: number) => {
    if (ASCII.test(piece)) return piece;
    if (/^[^"]*@|^</.test(piece)) return inAscii(name, piece);
    const words = encodedWords(decodedWords(piece.replace(QUOTED, unquoted)).trim(), name.length + 1).join(
      ' ',
    );
    // An encoded word has white space around it.
    const [before, after] = [text.charAt(at - 1), text.charAt(at + piece.length)];
    return `${/[\s(]|^$/.test(before) ? '' : ' '}${words}${/[,;:)]|^$/.test(after) ? '' : ' '}`;
  });
  return tokensOf(inOneLine(encoded));
}

const QUOTED = /"((?:[^"\\]|\\.)*)"?/g;
const unquoted = (_: string, inside: string) => inside.replace(/\\(.)/g, '$1');

/** An address with the domain as the DNS has it. */
function inAscii(name: string, token: string): string {
  if (ASCII.test(token)) return token;
  const [, open = '', address = token, end = ''] = /^(<?)([^<>]*)(>?)$/.exec(token) ?? [];
  const written = open + asciiAddress(address) + end;
  if (!/^[!-~]+$/.test(written)) throw new Unsendable(`${name} has letters beyond ASCII outside of a name`);
  return written;
}
