import { createHash } from 'node:crypto';
import type { EmailRequest } from '../commands/email/emailDraft.ts';
import type { ReadMessage } from '../ports/readMessage.ts';

interface Submitted {
  readonly message: Pick<ReadMessage, 'fields'>;
  /** Recipients. */
  readonly envelope: readonly string[];
  readonly request: EmailRequest;
  readonly idempotencyKey: string | null;
}

/**
 * What the id of a submission is made of, the same each time it is repeated: the recipients, since a client may split a
 * message over several transactions, and the key that the message brings, else its Message-ID, or its date, and what
 * is to be sent: encodings and what relays add may differ. Null for a message with none of the three.
 */
export function identityOf({ message, envelope, request, idempotencyKey }: Submitted): string[] | null {
  const sorted = [...new Set(envelope.map((address) => address.toLowerCase()))].sort();
  const recipients = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
  if (idempotencyKey !== null) return ['key', idempotencyKey, recipients];
  const named = (name: string) => message.fields.find((field) => field.name.toLowerCase() === name)?.value;
  const own = named('message-id') || named('date');
  return own ? ['content', own, recipients, contentHash(request)] : null;
}

function contentHash({ html, text, attachments, template, ...rest }: EmailRequest): string {
  const hash = createHash('sha256');
  const { variables = null, ...reference } = template ?? {};
  hash.update(JSON.stringify([rest, reference, attachments.map(({ content, ...about }) => about)]));
  for (const part of [html, text, variables, ...attachments.map(({ content }) => content)])
    hash.update(`;${part === null ? '' : Buffer.byteLength(part)}:`).update(part ?? '');
  return hash.digest('hex');
}
