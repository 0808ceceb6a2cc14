import { BATCH_OPERATIONS, batchEmailIdOf, emailIdOf } from '../commands/email/emailIds.ts';
import { smsIdOf } from '../commands/sms/acceptSms.ts';
import type { SecretNames } from '../events/uuid5.ts';
import type { Stored } from '../ports/documents.ts';
import { type MessageCollection, messagesWithIds } from '../projections/findMessages.ts';
import type { MessageDocument } from '../projections/messageDocuments.ts';

/**
 * What a workspace sent under an Idempotency-Key. The log holds no keys: an operation makes the message's id of the key, so
 * each operation's id is looked for. Not for mail that was submitted by SMTP, whose ids are made of more.
 */
export async function messagesOfKey(
  collection: MessageCollection,
  names: SecretNames,
  workspace: string,
  idempotencyKey: string,
): Promise<readonly Stored<MessageDocument>[]> {
  // Node reads a header byte by byte, so that a key in UTF-8 made the id of another text.
  const asHeader = Buffer.from(idempotencyKey).toString('latin1');
  const keys = new Set([idempotencyKey, asHeader]);
  return (await Promise.all([...keys].map((key) => messagesUnder(collection, names, workspace, key)))).flat();
}

async function messagesUnder(
  collection: MessageCollection,
  names: SecretNames,
  workspace: string,
  idempotencyKey: string,
): Promise<readonly Stored<MessageDocument>[]> {
  const single = [emailIdOf(names, workspace, idempotencyKey), smsIdOf(names, workspace, idempotencyKey)];
  const found = [...(await messagesWithIds(collection, workspace, single))];
  for (const operation of BATCH_OPERATIONS) {
    const idAt = (rank: number) => batchEmailIdOf(names, workspace, operation, idempotencyKey, rank);
    const [first] = await messagesWithIds(collection, workspace, [idAt(0)]);
    if (first === undefined) continue;
    const size = first.document.batchSize ?? 1;
    const rest = Array.from({ length: size - 1 }, (_, at) => idAt(at + 1));
    found.push(first, ...(await messagesWithIds(collection, workspace, rest)));
  }
  return found;
}
