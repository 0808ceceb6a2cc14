import { domainToASCII, domainToUnicode } from 'node:url';
import { domainOf } from '../../events/addressForms.ts';
import { hasControlCharacter } from '../../events/fieldPatterns.ts';

/**
 * Addresses by spec section 2.1: no leading dot, no consecutive dots, domain labels, a final label of at least two
 * letters. The local part is a dot-atom (RFC 5322, section 3.2.3) in ASCII; labels are those of RFC 1035, and U-labels
 * (RFC 5890). The letters of a final A-label, and what else makes a U-label, `isEmailAddress` checks.
 *
 * `=?` is not allowed: mail programs decode text that looks like an encoded word (RFC 2047) anywhere, even into a line
 * break. The pattern has no lookahead, which some readers of the OpenAPI document don't support.
 */
const PLAIN = "A-Za-z0-9!#$%&'*+/^_`{|}~-";
const ATOM = `(?:(?:[?${PLAIN}]|=+[${PLAIN}])+=*|=+)`;
/** Beyond ASCII without what surrogates write: a few rare scripts need their A-labels. */
const LETTERS = 'A-Za-z\u00aa-\ud7ff\uf900-\uffdc';
const LABEL = `[${LETTERS}0-9](?:[${LETTERS}0-9-]{0,61}[${LETTERS}0-9])?`;
const FINAL_LABEL = `(?:[${LETTERS}]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])`;

export const EMAIL_ADDRESS_PATTERN = `^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${FINAL_LABEL}$`;

/** Longest address, in characters. */
export const EMAIL_ADDRESS_MAX = 320;

const emailAddress = new RegExp(EMAIL_ADDRESS_PATTERN);
/** The specification's pattern for senders is looser (`^.+@.+\..+$`), but a sender must still be one address in a header. */
const senderAddress = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);

export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_ADDRESS_MAX && emailAddress.test(text) && hasReadableDomain(text);
}

const BEYOND_ASCII = /[^\0-\x7f]/;
const FINAL_A_LABEL = /\.xn--[^.]*$/i;
const DOMAIN_MAX = 253;

/** Of an address that fits the pattern: whether its U-labels are valid, and a final A-label stands for two letters or more. */
export function hasReadableDomain(address: string): boolean {
  if (!hasValidULabels(address)) return false;
  if (!FINAL_A_LABEL.test(address)) return true;
  const final = domainToUnicode(domainOf(address).toLowerCase()).split('.').at(-1) ?? '';
  return (final.match(/[\p{L}\p{M}]/gu) ?? []).length >= 2;
}

/**
 * Whether the labels beyond ASCII are the U-labels of their A-labels (RFC 5891, section 4.4): this leaves out other dots,
 * wide and invisible characters, and what is too long as A-labels.
 */
function hasValidULabels(address: string): boolean {
  if (!BEYOND_ASCII.test(address)) return true;
  const domain = domainOf(address).toLowerCase().normalize('NFC');
  const ascii = domainToASCII(domain);
  const labels = domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? domainToUnicode(label) : label));
  const isSame = ascii !== '' && domainToUnicode(ascii) === labels.join('.');
  return isSame && ascii.length <= DOMAIN_MAX && senderAddress.test(`a@${ascii}`);
}

export interface Mailbox {
  /** Display name without quotes; null when there is none. */
  readonly name: string | null;
  readonly address: string;
}

/**
 * Reads `a@b.co`, `Name <a@b.co>` or `"Name" <a@b.co>`. A name that lacks required quotes is accepted.
 * Null when the address is invalid, or when there is a control character.
 */
export function parseMailbox(text: string): Mailbox | null {
  if (hasControlCharacter(text)) return null;
  const trimmed = text.trim();
  if (isSenderAddress(trimmed)) return { name: null, address: trimmed };
  if (!trimmed.endsWith('>')) return null;
  const open = trimmed.lastIndexOf('<');
  const address = trimmed.slice(open + 1, -1).trim();
  if (open < 0 || !isSenderAddress(address)) return null;
  return { name: unquoted(trimmed.slice(0, open).trim()), address };
}

/** The length first: the pattern is for short texts. */
const isSenderAddress = (text: string) =>
  text.length <= EMAIL_ADDRESS_MAX && senderAddress.test(text) && hasValidULabels(text);

/**
 * A mailbox as a header value (RFC 5322, section 3.4): a name with special characters is quoted. Letters outside ASCII
 * are unchanged; the composer of the message encodes them. `parseMailbox` is the reverse.
 */
export function formatMailbox({ name, address }: Mailbox): string {
  if (name === null || name === '') return address;
  return `${isPlainPhrase(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${address}>`;
}

/** Atoms and single spaces. A name that looks like an encoded word (RFC 2047) is quoted, so that it is not decoded. */
function isPlainPhrase(name: string): boolean {
  return /^[^\s"(),.:;<>@[\\\]]+(?: [^\s"(),.:;<>@[\\\]]+)*$/.test(name) && !name.includes('=?');
}

function unquoted(name: string): string | null {
  if (name === '') return null;
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name;
  const inner = name.slice(1, -1).replace(/\\(.)/g, '$1').trim();
  return inner === '' ? null : inner;
}
