import { domainToASCII } from 'node:url';
import { inOneLine } from '../../events/fieldPatterns.ts';
import { structuredField, TOKEN_MAX, tokensOf } from '../../mail/structuredField.ts';
import type { HeaderField, HeaderMailbox } from '../../ports/composer.ts';
import { encodedWords, WORD_LINE_MAX } from './encodedWords.ts';
import { packed } from './packed.ts';
import { LONGEST_LINE } from './transferEncoding.ts';

/** RFC 5322, section 2.1.1: the length that lines should not exceed, without their end. */
const LINE_GOAL = 78;
/** A longer name is encoded, since other programs rarely fold a quoted text. */
const QUOTED_MAX = 60;

/** Nothing that looks like an encoded word, and no token or gap that would need a too long line. */
const isPlainText = (text: string) =>
  /^[ -~]*$/.test(text) &&
  !text.includes('=?') &&
  !text.includes(GAP) &&
  tokensOf(text).every(({ length }) => length <= TOKEN_MAX);
const GAP = ' '.repeat(61);
const ATOMS = /^[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*$/;
const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/**
 * A field of free text (RFC 5322, section 2.2.1), folded, with its line end. An empty text still has its field. A line
 * break is not allowed in an encoded word either, since receivers decode it.
 */
export function textField(name: string, given: string): string {
  const text = inOneLine(given);
  if (isPlainText(text)) {
    const [first = '', ...more] = tokensOf(text);
    // Some readers take a line break after the name for a part of the text, so the first token stays in the first line.
    const start = `${name}: ${first}`;
    if (start.length <= LONGEST_LINE) return `${packed(more, LINE_GOAL, start).join('\r\n')}\r\n`;
  }
  return folded(name, encodedWords(text, name.length + 1).map(spaced));
}

/** A field of a customer's: of one whose syntax has addresses or angle brackets only the names are encoded. */
export function customField(name: string, value: string): string {
  const parts = structuredField(name, value);
  if (parts === null) return textField(name, value);
  // The service takes none that is faulty; this is a second protection.
  if (typeof parts === 'string') return '';
  const tokens = parts
    .flatMap((part) =>
      typeof part === 'string' ? tokensOf(part) : phrase(part.name, name.length + 1).map(spaced),
    )
    .map((token) => (token.startsWith(' ') ? token : spaced(token)));
  const [first = ' ', ...more] = tokens;
  const start = `${name}:${first}`;
  const lines =
    start.length > LONGEST_LINE ? packed(tokens, 0, `${name}:`) : packed(more, WORD_LINE_MAX, start);
  return `${lines.join('\r\n')}\r\n`;
}

/** Several of these. */
export const headerFieldsOf = (headers: readonly HeaderField[]): string =>
  headers.map(([name, value]) => customField(name, value)).join('');

/** A field whose value is one token that must not change, such as a Message-ID. */
export function tokenField(name: string, token: string): string {
  return `${name}: ${token}\r\n`;
}

/** A field of mailboxes (RFC 5322, section 3.6.2 and 3.6.3). */
export function mailboxField(name: string, mailboxes: readonly HeaderMailbox[]): string {
  const tokens = mailboxes.flatMap((mailbox, at) => {
    const words = mailboxTokens(mailbox, name.length + 1);
    const comma = at < mailboxes.length - 1 ? ',' : '';
    return words.map((word, place) => spaced(place === words.length - 1 ? word + comma : word));
  });
  return folded(name, tokens);
}

const spaced = (token: string) => ` ${token}`;

/** Tokens begin with their spaces; a token that does not fit into the line begins a new one. */
export function folded(name: string, tokens: readonly string[]): string {
  const spacedOnce = tokens.map((token, at) => (at === 0 ? spaced(token.trimStart()) : token));
  return `${packed(spacedOnce, WORD_LINE_MAX, `${name}:`).join('\r\n')}\r\n`;
}

function mailboxTokens({ name, address }: HeaderMailbox, taken: number): string[] {
  const spec = addressSpec(address);
  if (name === null || name === '') return [spec];
  return [...phrase(name, taken), `<${spec}>`];
}

function phrase(given: string, taken: number): string[] {
  const name = inOneLine(given);
  if (name.length <= QUOTED_MAX && /^[ -~]*$/.test(name) && !name.includes('=?'))
    return [ATOMS.test(name) ? name : quotedString(name)];
  return encodedWords(name, taken);
}

/**
 * The address by the grammar (RFC 5322, section 3.4.1). The service accepts no address that would need a correction; this
 * is a second protection: any text in the log results in exactly one address.
 */
function addressSpec(address: string): string {
  const at = address.lastIndexOf('@');
  const [local, domain] = at < 0 ? [address, 'localhost'] : [address.slice(0, at), address.slice(at + 1)];
  const ascii = local.replace(/[^ -~]/g, '_').replaceAll('=?', '=');
  const host = (domainToASCII(domain) || domain).replace(/[^A-Za-z0-9.-]/g, '');
  return `${DOT_ATOM.test(ascii) ? ascii : quotedString(ascii)}@${host || 'localhost'}`;
}

/** RFC 5322, section 3.2.4. */
export function quotedString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
