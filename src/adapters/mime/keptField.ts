import { domainToASCII } from 'node:url';
import { decodedWords } from '../../mail/decodedWords.ts';
import { paramsIn } from '../../mail/mimeParams.ts';
import { type RawField, textOfField } from '../../mail/rawFields.ts';
import { Unsendable } from '../../ports/composer.ts';
import { parameter } from './attachmentPart.ts';
import { encodedWords } from './encodedWords.ts';
import { folded, LINE_MAX, textField } from './headerFields.ts';

const ASCII = /^[\0-\x7f]*$/;
/** Fields whose parameters have an encoding of their own (RFC 2231). */
const WITH_PARAMETERS = /^content-(?:type|disposition)$/i;
/** Fields of free text (RFC 2047, section 5, rule 1); of the others that are known only phrases and comments are. */
const STRUCTURED =
  /^(?:from|sender|to|cc|reply-to|errors-to|disposition-notification-to|return-receipt-to|message-id|in-reply-to|references|archived-at|date|received|mime-version|content-(?:id|transfer-encoding|location)|(?:resent|list|arc)-.*|(?:x-)?authentication-results|dkim-signature|autocrypt|auto-submitted|feedback-id)$/i;

/**
 * A field as it goes on, with its line end: as it was written, unless that has bytes beyond ASCII, or a line that is too
 * long: then it is encoded or folded.
 * @throws Unsendable names the field that cannot be
 */
export function keptField(field: RawField): string {
  const { name, value } = field;
  const asWritten = `${name}:${value.replaceAll('\0', ' ')}`;
  const lines = asWritten.split('\r\n');
  if (ASCII.test(asWritten) && lines.every(({ length }) => length <= LINE_MAX)) return `${asWritten}\r\n`;
  const text = textOfField(field);
  if (WITH_PARAMETERS.test(name)) return withParameters(name, text);
  if (!STRUCTURED.test(name)) return textField(name, decodedWords(text));
  const written = folded(name, phrasesEncoded(name, text));
  if (written.split('\r\n').every(({ length }) => length <= LINE_MAX)) return written;
  throw new Unsendable(`${name} has a part that fits into no line`);
}

function withParameters(name: string, text: string): string {
  const [start = ''] = text.split(';', 1);
  if (!ASCII.test(start)) throw new Unsendable(`${name} has letters beyond ASCII where none may be`);
  const parameters = [...paramsIn(text)].map(([key, value]) => parameter(key, value));
  return `${name}: ${start.trim()}${parameters.join('')}\r\n`;
}

/** An address or link in angle brackets, a quoted text, a separator, a word, or white space. */
const TOKEN = /<[^<>]*>|"(?:[^"\\]|\\.)*"|[,;:()<>"]|[^\s<>",;:()]+|\s+/g;

/** The text in tokens that begin with their space, phrases and words of comments beyond ASCII as encoded words. */
function phrasesEncoded(name: string, text: string): string[] {
  const tokens: string[] = [];
  let phrase: { readonly words: string[]; readonly isSpaced: boolean } | null = null;
  let isSpaced = true;
  const add = (token: string, afterSpace: boolean) => {
    const last = tokens.length - 1;
    if (afterSpace || last < 0) tokens.push(` ${token}`);
    else tokens[last] += token;
  };
  const endPhrase = () => {
    if (phrase === null) return;
    const isForeign = phrase.words.some((word) => !ASCII.test(word));
    const whole = () => decodedWords(phrase?.words.map(unquoted).join(' ') ?? '');
    const words = isForeign ? encodedWords(whole(), name.length + 1) : phrase.words;
    for (const [at, word] of words.entries()) add(word, at > 0 || phrase.isSpaced);
    // An encoded word has white space around it.
    if (isForeign) isSpaced = true;
    phrase = null;
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.trim() === '') {
      isSpaced = true;
      continue;
    }
    const isAddress = token.startsWith('<') || (token.includes('@') && !token.startsWith('"'));
    if (!isAddress && !/^(?:[,;:()>]|"$)/.test(token)) {
      phrase ??= { words: [], isSpaced };
      phrase.words.push(token);
    } else {
      endPhrase();
      add(inAscii(name, token), isSpaced && !/^[,;:)>]/.test(token));
    }
    isSpaced = false;
  }
  endPhrase();
  return tokens;
}

const unquoted = (word: string) => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word);

/** An address with the domain as the DNS has it. */
function inAscii(name: string, token: string): string {
  if (ASCII.test(token)) return token;
  const [, start = '', domain = '', end = ''] = /^(<?[!-~]+@)([^@<>\s]+)(>?)$/.exec(token) ?? [];
  const host = domainToASCII(domain);
  if (host === '') throw new Unsendable(`${name} has letters beyond ASCII outside of a name`);
  return start + host + end;
}
