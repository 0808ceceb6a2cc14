import { createHash } from 'node:crypto';
import { addressKey } from '../events/addressForms.ts';
import type { ReadMessage } from '../ports/readMessage.ts';
import { isControl } from './controlHeaders.ts';

interface Submitted {
  readonly message: ReadMessage;
  /** Of the envelope. */
  readonly recipients: readonly string[];
  readonly idempotencyKey: string | null;
}

/**
 * What the id of a submission is made of, the same each time it is repeated: the recipients, since a client may split a
 * message over several transactions, and the key that the message brings, else its Message-ID, or its date, and what
 * is to be sent: encodings and what relays add may differ. Null for a message with none of the three.
 */
export function identityOf({ message, recipients, idempotencyKey }: Submitted): string[] | null {
  const sorted = [...new Set(recipients.map(addressKey))].sort();
  const envelope = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
  if (idempotencyKey !== null) return ['key', idempotencyKey, envelope];
  const named = (name: string) => message.fields.find((field) => field.name.toLowerCase() === name)?.value;
  const own = named('message-id') || named('date');
  return own ? ['content', own, envelope, contentHash(message)] : null;
}

function contentHash({ from, to, cc, replyTo, fields, parts }: ReadMessage): string {
  const hash = createHash('sha256');
  const said = fields.filter((field) => isControl(field) || /^subject$/i.test(field.name));
  const words = said.map(({ name, value }) => [name.toLowerCase(), value.replace(/\s+/g, ' ')]);
  hash.update(JSON.stringify([from, to, cc, replyTo, words]));
  for (const { type, filename, content } of parts)
    hash.update(JSON.stringify([type, filename, Buffer.byteLength(content)])).update(content);
  return hash.digest('hex');
}
