import { domainToASCII } from 'node:url';
import { inOneLine } from '../../events/fieldForms.ts';
import type { HeaderMailbox } from '../../ports/composer.ts';
import { encodedWords, WORD_LINE_MAX } from './encodedWords.ts';

/** RFC 5322, section 2.1.1: what lines should not exceed, without their end. Above 998 they must not be. */
const LINE_GOAL = 78;
/** Beyond this a token would come near the longest line that there may be: it goes in encoded words. */
const TOKEN_MAX = 700;
/** A name longer than this is encoded, since a quoted text is hardly ever folded by others. */
const QUOTED_MAX = 60;

/** Nothing that could be taken for an encoded word, no token and no gap that would need a line too long. */
const PLAIN_TEXT = new RegExp(`^(?!.*=\\?)(?!.*\\S{${TOKEN_MAX + 1}})(?!.* {61})[ -~]*$`);
const ATOMS = /^[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*$/;
const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/**
 * A field of free text (RFC 5322, section 2.2.1), folded, with its line end. An empty text keeps its field. A line
 * break must not even stand in an encoded word, since receivers decode it.
 */
export function textField(name: string, given: string): string {
  const text = inOneLine(given);
  if (PLAIN_TEXT.test(text)) {
    // A single token, such as an address of the web, gains nothing by a line of its own.
    return text.includes(' ') ? folded(name, text.match(/ *\S+/g) ?? [], LINE_GOAL) : tokenField(name, text);
  }
  return folded(name, encodedWords(text, name.length + 1).map(spaced), WORD_LINE_MAX);
}

/** A field whose value is one token that must stay as it is, such as a Message-ID. */
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
  return folded(name, tokens, WORD_LINE_MAX);
}

const spaced = (token: string) => ` ${token}`;

/** Tokens bring the spaces before them; a line is begun before those of a token that has no room on the last. */
function folded(name: string, tokens: readonly string[], goal: number): string {
  const lines: string[] = [];
  let line = `${name}:`;
  for (const [at, token] of tokens.entries()) {
    const next = at === 0 ? ` ${token.trimStart()}` : token;
    if (line.length + next.length > goal) {
      lines.push(line);
      line = '';
    }
    line += next;
  }
  lines.push(line);
  return `${lines.join('\r\n')}\r\n`;
}

function mailboxTokens({ name, address }: HeaderMailbox, taken: number): string[] {
  const spec = addressSpec(address);
  if (name === null || name === '') return [spec];
  return [...phrase(name, taken), `<${spec}>`];
}

function phrase(given: string, taken: number): string[] {
  const name = inOneLine(given);
  if (name.length <= QUOTED_MAX && /^[ -~]*$/.test(name) && !name.includes('=?'))
    return [ATOMS.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`];
  return encodedWords(name, taken);
}

/**
 * The address as the grammar has it (RFC 5322, section 3.4.1). The service takes in none that would need mending; this
 * is the second lock: whatever stands in the log ends up as one address.
 */
function addressSpec(address: string): string {
  const at = address.lastIndexOf('@');
  const [local, domain] = at < 0 ? [address, 'localhost'] : [address.slice(0, at), address.slice(at + 1)];
  const ascii = local.replace(/[^ -~]/g, '_').replaceAll('=?', '=');
  const host = (domainToASCII(domain) || domain).replace(/[^A-Za-z0-9.-]/g, '');
  return `${DOT_ATOM.test(ascii) ? ascii : `"${ascii.replace(/["\\]/g, '\\$&')}"`}@${host || 'localhost'}`;
}
