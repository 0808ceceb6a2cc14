import { formatMailbox, isEmailAddress, parseMailbox } from '../../commands/email/emailAddress.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { addressKey } from '../../events/addressForms.ts';
import { decodedWords } from '../../mail/decodedWords.ts';
import { isObject, MAX_ISSUES, pointer } from '../schemaIssues.ts';

/** Mailboxes of both shapes: a text `Name <address>`, and an object `{email, name}`. */

const NO_RECIPIENT = 'must be an email address, or a name and an email address in angle brackets';

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
  const mailbox = parseMailbox(text);
  return mailbox !== null && isEmailAddress(mailbox.address);
}

/** The texts as they are written in headers. */
export function mailboxesOf(value: string | readonly string[] | undefined): string[] {
  const texts = value === undefined ? [] : typeof value === 'string' ? [value] : value;
  return texts.map((text) => {
    const mailbox = parseMailbox(text);
    return mailbox === null ? text : formatMailbox(mailbox);
  });
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
  return formatMailbox({ name: name?.trim() || null, address: email.trim() });
}

type Headers = Readonly<Record<string, string>>;

/**
 * The mailboxes of a request with the names that its Reply-To header has for them; null: it names others. Some clients write
 * the header for every mail that has a reply_to, and its names into the header alone.
 */
export function replyToWithNames(header: string, mailboxes: readonly string[]): string[] | null {
  const listed = header.match(/(?:"(?:\\.|[^"\\])*"?|[^",])+/g) ?? [];
  for (const texts of [listed, [header]]) {
    const read = texts.flatMap((text) => parseMailbox(decodedWords(text)) ?? []);
    const merged = mailboxes.flatMap((text) => {
      const own = parseMailbox(text) ?? { name: null, address: text };
      const same = read.find(({ address }) => addressKey(address) === addressKey(own.address));
      const isOther = same === undefined || (own.name ?? same.name) !== (same.name ?? own.name);
      return isOther ? [] : formatMailbox({ ...own, name: own.name ?? same.name });
    });
    if (merged.length === mailboxes.length && texts.length === mailboxes.length) return merged;
  }
  return null;
}

/** A Reply-To header, which was checked, says its names, and is not sent next to the one of the mail. */
export function takeReplyTo(given: Headers, mailboxes: readonly string[]) {
  const own = Object.keys(given).find((name) => name.toLowerCase() === 'reply-to') ?? '';
  const { [own]: header = '', ...headers } = given;
  return { headers, replyTo: replyToWithNames(header, mailboxes) ?? mailboxes };
}
