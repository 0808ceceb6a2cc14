/** Characters of a header field's name at most. A line of a message (RFC 5322, section 2.1.1) has room for it. */
const NAME_MAX = 255;

/** RFC 5322, section 3.6.8: printable ASCII without the colon. */
const FIELD_NAME = /^[!-9;-~]+$/;

/** Headers that the service writes itself, or that say how a message came: a custom one would replace or forge them. */
const OURS = new Set([
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
  'message-id',
  'date',
  'mime-version',
]);
const OUR_PREFIXES = ['content-', 'resent-', 'arc-'];
/** Written by the service on broadcast mail; how one leaves other mail is for its sender to say. */
const OURS_ON_BROADCAST = new Set(['list-unsubscribe', 'list-unsubscribe-post']);

export type MessageStream = 'transactional' | 'broadcast';

/**
 * What keeps a name from being that of a custom header, null when nothing does: the one rule for the service that takes
 * a message in and for the sender that writes it.
 */
export function headerNameFault(name: string, stream: MessageStream): string | null {
  if (!FIELD_NAME.test(name) || name.length > NAME_MAX) return 'is no name of a header field';
  const lower = name.toLowerCase();
  if (OURS.has(lower) || OUR_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return 'is a header that the service writes itself';
  if (stream === 'broadcast' && OURS_ON_BROADCAST.has(lower))
    return 'is a header that the service writes itself on broadcast mail';
  return null;
}
