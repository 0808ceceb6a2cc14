import { isMessageId } from '../../commands/email/messageId.ts';
import { inOneLine } from '../../events/fieldForms.ts';
import { headerNameFault, type MessageStream } from '../../events/headerNames.ts';

/**
 * What of a customer's words may stand in a header. The service refuses bad ones when it takes a message in; this is
 * the second lock, and the only one for what a template renders.
 */

/** The custom headers that may go out, each with a value of one line. */
export function customHeaders(
  headers: Readonly<Record<string, string>>,
  stream: MessageStream,
): [string, string][] {
  return Object.entries(headers)
    .filter(([name]) => headerNameFault(name, stream) === null)
    .map(([name, value]) => [name, inOneLine(value)]);
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
