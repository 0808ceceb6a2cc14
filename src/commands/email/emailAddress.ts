import { hasControlCharacter } from '../../events/fieldForms.ts';

/**
 * Addresses as spec section 2.1 has them: no leading dot, no consecutive dots, domain labels, a final label of at
 * least two letters. The local part is a dot-atom (RFC 5322, section 3.2.3), labels are those of RFC 1035. ASCII only.
 *
 * No `=` stands before a `?`: mail programs decode what looks like an encoded word (RFC 2047) wherever it stands, into a
 * line break, too. Written without looking ahead, which not every reader of the interface's description can do.
 */
const PLAIN = "A-Za-z0-9!#$%&'*+/^_`{|}~-";
const ATOM = `(?:(?:[?${PLAIN}]|=+[${PLAIN}])+=*|=+)`;
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const EMAIL_ADDRESS_PATTERN = `^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,63}$`;

/** Characters that an address may have at most. */
export const EMAIL_ADDRESS_MAX = 320;

const emailAddress = new RegExp(EMAIL_ADDRESS_PATTERN);
/** A sender is bound by the looser pattern `^.+@.+\..+$`, but it must still be one address in a header. */
const senderAddress = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);

export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_ADDRESS_MAX && emailAddress.test(text);
}

export interface Mailbox {
  /** Display name as a person reads it, without quotes; null when there is none. */
  readonly name: string | null;
  readonly address: string;
}

/**
 * Reads `a@b.co`, `Name <a@b.co>` or `"Name" <a@b.co>`. A name that should have been quoted is taken as it stands.
 * Null when the address is none, or when a control character would reach the header.
 */
export function parseMailbox(text: string): Mailbox | null {
  if (text.length > 1_000 || hasControlCharacter(text)) return null;
  const trimmed = text.trim();
  if (senderAddress.test(trimmed)) return trimmed.length <= EMAIL_ADDRESS_MAX ? named(null, trimmed) : null;
  if (!trimmed.endsWith('>')) return null;
  const open = trimmed.lastIndexOf('<');
  const address = trimmed.slice(open + 1, -1).trim();
  if (open < 0 || address.length > EMAIL_ADDRESS_MAX || !senderAddress.test(address)) return null;
  return named(unquoted(trimmed.slice(0, open).trim()), address);
}

/**
 * A mailbox as it stands in a header (RFC 5322, section 3.4): a name with special characters is quoted. Letters
 * beyond ASCII stay as they are; the composer of the message encodes them. `parseMailbox` reads it back.
 */
export function formatMailbox({ name, address }: Mailbox): string {
  if (name === null || name === '') return address;
  return `${isPlainPhrase(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${address}>`;
}

/** Atoms and single spaces; what looks like an encoded word (RFC 2047) is quoted, so that it is read as it stands. */
function isPlainPhrase(name: string): boolean {
  return /^[^\s"(),.:;<>@[\\\]]+(?: [^\s"(),.:;<>@[\\\]]+)*$/.test(name) && !name.includes('=?');
}

function unquoted(name: string): string | null {
  if (name === '') return null;
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name;
  const inner = name.slice(1, -1).replace(/\\(.)/g, '$1').trim();
  return inner === '' ? null : inner;
}

const named = (name: string | null, address: string): Mailbox => ({ name, address });
