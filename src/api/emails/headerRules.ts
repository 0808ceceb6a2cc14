import type { Issue } from '../../commands/kernel/refusal.ts';
import { hasControlCharacter } from '../../events/fieldPatterns.ts';
import { headerNameFault, type MessageStream } from '../../events/headerNames.ts';
import { isMessageId } from '../../events/messageId.ts';
import { structuredField } from '../../mail/structuredField.ts';
import { replyToWithNames } from '../compat/mailboxes.ts';
import { pointer } from '../schemaIssues.ts';

/** Bytes that the custom headers of one message may have in all. */
const HEADERS_MAX_BYTES = 65_536;

export interface HeaderOptions {
  /** The mailboxes of the request's own, which a Reply-To may name again; with none it may not be there. */
  readonly replyTo?: readonly string[];
  /** By default transactional. */
  readonly stream?: MessageStream;
}

/** What is wrong with the custom headers of a message; `value` may be of any type. */
export function headerIssues(value: unknown, path = '/headers', options: HeaderOptions = {}): Issue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const issues: Issue[] = [];
  let bytes = 0;
  for (const [name, text] of Object.entries(value)) {
    const message = headerFault(name, text, options);
    if (message !== null) issues.push({ path: pointer(path, name), message });
    bytes += name.length + (typeof text === 'string' ? Buffer.byteLength(JSON.stringify(text)) : 0);
    if (issues.length >= 100) break;
  }
  if (bytes > HEADERS_MAX_BYTES)
    issues.push({ path, message: `must not have more than ${HEADERS_MAX_BYTES} bytes in all` });
  return issues;
}

function headerFault(
  name: string,
  text: unknown,
  { replyTo = [], stream = 'transactional' }: HeaderOptions,
): string | null {
  if (name.toLowerCase() === 'reply-to' && replyTo.length > 0)
    return replyToWithNames(String(text), replyTo) ? null : 'must name the same addresses as reply_to';
  if (name.toLowerCase() === 'message-id')
    return typeof text !== 'string' || isMessageId(text) ? null : 'must be a message id, <left@right>';
  const nameFault = headerNameFault(name, stream);
  if (nameFault !== null) return nameFault;
  if (typeof text !== 'string') return null;
  if (hasControlCharacter(text)) return 'must be free of line breaks and other control characters';
  const parts = structuredField(name, text);
  return typeof parts === 'string' ? parts : null;
}
