import {
  formatMailbox,
  isEmailAddress,
  type Mailbox,
  parseMailbox,
} from '../../commands/email/emailAddress.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { hasControlCharacter } from '../../events/fieldPatterns.ts';
import { decodedWords } from '../../mail/decodedWords.ts';
import { isObject, MAX_ISSUES, pointer } from '../schemaIssues.ts';

/** Mailboxes of both shapes: a text `Name <address>`, and an object `{email, name}`. */

const NO_RECIPIENT = 'must be an email address, or a name and an email address in angle brackets';

/**
 * A text as a mailbox. Clients that make a header before they make a request encode its names: what they mean is the decoded
 * one (RFC 2047, section 5). Null when it is no mailbox, or when there is a control character, also within encoded words.
 */
function mailboxIn(text: string): Mailbox | null {
  const mailbox = parseMailbox(text);
  return mailbox && namedMailbox(mailbox);
}

function namedMailbox({ name, address }: Mailbox): Mailbox | null {
  const decoded = decodedWords(name ?? '');
  return hasControlCharacter(decoded) ? null : { name: decoded.trim() || null, address };
}

/** What is wrong with a text, or the texts of a list, that name recipients. */
export function recipientIssues(value: unknown, path: string): Issue[] {
  if (!Array.isArray(value)) return isNoRecipient(value) ? [{ path, message: NO_RECIPIENT }] : [];
  const issues: Issue[] = [];
  for (const [index, one] of value.entries()) {
    if (issues.length >= MAX_ISSUES) break;
    if (isNoRecipient(one)) issues.push({ path: pointer(path, index), message: NO_RECIPIENT });
  }
  return issues;
}

/** A text that is no recipient; other values are refused by the form. */
const isNoRecipient = (value: unknown) => typeof value === 'string' && !isRecipient(value);

function isRecipient(text: string): boolean {
  const mailbox = mailboxIn(text);
  return mailbox !== null && isEmailAddress(mailbox.address);
}

/** The texts as they are written in headers. */
export function mailboxesOf(value: string | readonly string[] | undefined): string[] {
  const texts = value === undefined ? [] : typeof value === 'string' ? [value] : value;
  return texts.map((text) => {
    const mailbox = mailboxIn(text);
    return mailbox === null ? text : formatMailbox(mailbox);
  });
}

/** What is wrong with the name of a text, or of an object `{email, name}`, at this path, once it is decoded. */
export function nameIssues(value: unknown, path: string): Issue[] {
  const name = isObject(value) ? value.name : typeof value === 'string' ? value : null;
  if (typeof name !== 'string' || hasControlCharacter(name) || !hasControlCharacter(decodedWords(name)))
    return [];
  const message = 'must be free of control characters, also within encoded words';
  return [{ path: isObject(value) ? `${path}/name` : path, message }];
}

/** A sender is bound by a looser pattern than a recipient, but it must be one bare address. */
export function senderIssues(from: unknown): Issue[] {
  const email = isObject(from) ? from.email : undefined;
  if (typeof email !== 'string' || email.length > 640) return [];
  const mailbox = parseMailbox(email);
  const isBare = mailbox !== null && mailbox.name === null && !email.includes('<');
  return isBare ? [] : [{ path: '/from/email', message: 'must be an email address' }];
}

/** `{email, name}` as it is written in a header. */
export function mailboxOf({ email, name }: { readonly email: string; readonly name?: string }): string {
  const address = email.trim();
  return formatMailbox(namedMailbox({ name: name ?? null, address }) ?? { name: null, address });
}

/**
 * Whether a Reply-To header names the mailboxes of the request, which are written as in headers, and no others. Some clients
 * send one with every mail that has a reply_to.
 */
export function isSameReplyTo(header: string, mailboxes: readonly string[]): boolean {
  const listed = header.match(/(?:"(?:\\.|[^"\\])*"?|[^",])+/g) ?? [];
  const alike = (texts: readonly string[]) =>
    texts
      .map((text) => mailboxIn(text))
      .map((one) => `${one?.name ?? ''}<${one?.address.toLowerCase()}>`)
      .sort()
      .join();
  return [listed, [header]].some((texts) => alike(texts) === alike(mailboxes));
}

/** The headers that are sent besides it. */
export function withoutReplyTo(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'reply-to'));
}
