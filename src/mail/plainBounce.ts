import { DELIVERY_ID_FIELD } from '../events/headerNames.ts';
import { isFromMailSystem } from './autoReply.ts';
import { verdictOfText } from './bounceTexts.ts';
import { bareAddress } from './feedbackReport.ts';
import { fieldOf, type HeaderFields } from './headerFields.ts';

/** The content of a bounce that follows no standard, for example from qmail and older servers. */
export interface PlainBounce {
  readonly action: 'failed' | 'delayed';
  /** The server's words, from the line with the code where there is one; empty when only the failure is reported. */
  readonly refusal: string;
  /** Addresses that may be the recipient's. */
  readonly addresses: readonly string[];
}

const STILL_TRIED =
  /\bdelayed\b|not yet been delivered|will be (?:retried|tried)|keep trying|continue (?:to try|trying)|still (?:trying|being)|no action is required|this is a warning message only/i;
/** Where the copy of the message begins: after that the words are the customer's. */
const COPY =
  /^(?:>|-{2,}[^\n]{0,80}(?:copy of|original|returned|below|header)|(?:return-path|received|message-id|dkim-signature|mime-version): )/im;
const CODE = /(?:^|[\s:;(])(?:[45][0-5]\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3})?|#?[45]\.\d{1,3}\.\d{1,3}[ )])/m;
const ADDRESS = /[^\s<>@"'()[\],;:]{1,64}@[a-z0-9.-]{1,253}[a-z0-9]/gi;

const BETWEEN_PARAGRAPHS = /\n[ \t\r]*\n/;

const MAX_TEXT_CHARS = 20_000;
const MAX_REFUSAL_CHARS = 1_000;
const MAX_ADDRESSES = 20;

/** Null unless a mail system reports in words that it did not deliver. */
export function plainBounce(
  fields: HeaderFields,
  { sender, subject, text }: { readonly sender: string; readonly subject: string; readonly text: string },
): PlainBounce | null {
  const failed = (fields.get('x-failed-recipients') ?? []).flatMap((list) => list.split(','));
  const words = textBeforeCopy(text.slice(0, MAX_TEXT_CHARS));
  // A person's answer may quote anything, so its words and its subject do not count.
  if (failed.length === 0 && !isFromMailSystem(fields, sender)) return null;
  const refusal = refusalIn(words);
  const isDelayed = STILL_TRIED.test(`${subject}\n${words}`);
  if (refusal === '' && failed.length === 0 && !isDelayed) return null;
  const addresses = failed.length > 0 ? failed.map(bareAddress) : (words.match(ADDRESS) ?? []);
  return {
    action: isDelayed ? 'delayed' : 'failed',
    refusal,
    addresses: [...new Set(addresses.map((address) => address.toLowerCase()))].slice(0, MAX_ADDRESSES),
  };
}

/** The words of a refusal in the first 20,000 characters of a text for people; empty when none are recognised. */
export function refusalIn(given: string): string {
  const text = given.slice(0, MAX_TEXT_CHARS);
  const code = CODE.exec(text);
  if (code !== null) {
    // The whole line of the code: some servers write it before their words, some after them.
    const line = text.lastIndexOf('\n', code.index + 1) + 1;
    const from = text.slice(line, line + MAX_REFUSAL_CHARS);
    return (from.split(BETWEEN_PARAGRAPHS)[0] ?? '').trim();
  }
  const paragraphs = text.split(BETWEEN_PARAGRAPHS);
  const refusal = paragraphs.find((paragraph) => verdictOfText(paragraph) !== null);
  return refusal?.trim().slice(0, MAX_REFUSAL_CHARS) ?? '';
}

function textBeforeCopy(text: string): string {
  const copy = COPY.exec(text);
  return copy === null ? text : text.slice(0, copy.index);
}

/** The ids of the message that a text quotes or has a copy of, as `returnedMessage` gives them. */
export function quotedMessageIds(text: string): readonly string[] {
  const found = text
    .slice(0, MAX_TEXT_CHARS)
    .matchAll(/^[> \t]{0,10}(?:message-id:\s{0,10}<|x-postledger-id:\s{0,10})([^<>\s]{1,300})/gim);
  return [...found].flatMap(([, id]) => (id === undefined ? [] : [id]));
}

/**
 * What names the returned message in its header: the envelope sender, and its ids, which are the Message-ID without its angle
 * brackets and that of the service's own field.
 */
export function returnedMessage(fields: HeaderFields): {
  readonly senders: readonly string[];
  readonly messageIds: readonly string[];
} {
  const [, id] = /<([^<>\s]{1,300})>/.exec(fieldOf(fields, 'message-id')) ?? [];
  const senders = ['return-path', 'x-original-return-path', 'errors-to'].flatMap(
    (name) => fields.get(name) ?? [],
  );
  const deliveryIds = fields.get(DELIVERY_ID_FIELD.toLowerCase()) ?? [];
  return {
    senders: senders.map(bareAddress),
    messageIds: [...deliveryIds, ...(id === undefined ? [] : [id])],
  };
}
