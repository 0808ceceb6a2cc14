/** Longest name of a header field, in characters. It fits a line of a message (RFC 5322, section 2.1.1). */
const NAME_MAX = 255;

/** RFC 5322, section 3.6.8: printable ASCII without the colon. */
const FIELD_NAME = /^[!-9;-~]+$/;

/** Names the delivery in every mail of the service. */
export const DELIVERY_ID_FIELD = 'X-Postledger-Id';

/** Headers that the service writes itself, or that trace a message: a custom one would replace or forge them. */
const RESERVED = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'sender',
  'subject',
  'reply-to',
  'return-path',
  'received',
  'delivered-to',
  'dkim-signature',
  'date',
  'mime-version',
  DELIVERY_ID_FIELD.toLowerCase(),
]);
const RESERVED_PREFIXES = ['content-', 'resent-', 'arc-'];
/** Written by the service on broadcast mail. On other mail the customer says how to unsubscribe. */
const RESERVED_ON_BROADCAST = new Set(['list-unsubscribe', 'list-unsubscribe-post']);

export type MessageStream = 'transactional' | 'broadcast';

/**
 * Why a name can't be used for a custom header; null when it can. Both the acceptance of a message and the sender that
 * writes it use this rule.
 */
export function headerNameFault(name: string, stream: MessageStream): string | null {
  if (!FIELD_NAME.test(name) || name.length > NAME_MAX) return 'is no name of a header field';
  const lower = name.toLowerCase();
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return 'is a header that the service writes itself';
  if (stream === 'broadcast' && RESERVED_ON_BROADCAST.has(lower))
    return 'is a header that the service writes itself on broadcast mail';
  return null;
}
