import { createHash } from 'node:crypto';
import type { EmailRequest } from '../commands/email/emailDraft.ts';
import { submissionEmailIdOf } from '../commands/email/emailIds.ts';
import type { Ids } from '../ports/ids.ts';
import type { ReadMessage } from '../ports/messageReader.ts';
import type { RequestedMessage } from './messageRequest.ts';

export interface Submitted extends RequestedMessage {
  readonly workspace: string;
  readonly message: Pick<ReadMessage, 'fields'>;
  /** Envelope recipients. */
  readonly recipients: readonly string[];
}

/**
 * The id of a submission, the same each time it is repeated. It is made of the recipients, since a client may split a
 * message over several transactions, and of the key that the message brings, else of its Message-ID, or its date, and what
 * is to be sent: encodings and what relays add may differ. A message with none of the three cannot be recognised.
 */
export function submissionIdOf(
  { workspace, message, recipients, request, idempotencyKey }: Submitted,
  ids: Pick<Ids, 'uuid'>,
): string {
  const sorted = [...new Set(recipients.map((address) => address.toLowerCase()))].sort();
  const envelope = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
  if (idempotencyKey !== null) return submissionEmailIdOf(workspace, 'key', idempotencyKey, envelope);
  const named = (name: string) => message.fields.find((field) => field.name.toLowerCase() === name)?.value;
  const own = named('message-id') || named('date');
  if (!own) return submissionEmailIdOf(workspace, 'once', ids.uuid());
  return submissionEmailIdOf(workspace, 'content', own, envelope, contentHash(request));
}

function contentHash({ html, text, attachments, template, ...rest }: EmailRequest): string {
  const hash = createHash('sha256');
  const { variables = null, ...reference } = template ?? {};
  hash.update(JSON.stringify([rest, reference, attachments.map(({ content, ...about }) => about)]));
  for (const part of [html, text, variables, ...attachments.map(({ content }) => content)])
    hash.update(`;${part === null ? '' : Buffer.byteLength(part)}:`).update(part ?? '');
  return hash.digest('hex');
}
