import { isMessageId } from '../commands/messageId.ts';

/**
 * What of a customer's words may stand in a header. The service refuses bad ones when it takes a message in; this is
 * the second lock, and the only one for what a template renders.
 */

/** Headers that only the service itself writes. */
const OURS =
  /^(?:from|to|cc|bcc|sender|reply-to|subject|return-path|received|dkim-signature|message-id|date|mime-version|content-.*|list-unsubscribe.*|resent-.*)$/i;
const FIELD_NAME = /^[\x21-\x39\x3b-\x7e]{1,200}$/;

/** Control characters, C0 to C1, and the line separators of Unicode. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** A text for a header: one line, whatever it held. */
export function headerText(text: string): string {
  return text.replace(CONTROL, ' ').trim();
}

/** The custom headers that may go out, each with a value of one line. */
export function customHeaders(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers)
    .filter(([name]) => FIELD_NAME.test(name) && !OURS.test(name))
    .map(([name, value]) => [name, headerText(value)]);
}

/** A Message-ID that the customer made for the message, null when there is none such. */
export function ownMessageId(headers: Readonly<Record<string, string>>): string | null {
  const [, text = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'message-id') ?? [];
  return isMessageId(text) ? text : null;
}

/** A content id as it may stand between angle brackets (RFC 2392), null when nothing is left of it. */
export function contentIdText(contentId: string | null): string | null {
  const text = contentId?.replace(/[^\x21-\x7e]|[<>]/g, '') ?? '';
  return text === '' ? null : text;
}
