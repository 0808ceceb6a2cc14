import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordKeyReuse } from '../commands/kernel/keyReuse.ts';
import type { ApiDependencies } from './dependencies.ts';
import { originOf } from './origin.ts';

const onlyTrue = (description: string) => ({ type: 'string', enum: ['true'], description });

/** The headers of an answer that was given before, as they are described. The compatibility shapes refuse another request. */
export const replayHeaders = (path: string) => ({
  'Idempotent-Replayed': onlyTrue('The key was used before: this is the answer of then.'),
  ...(path.startsWith('/v1/') && {
    'Idempotency-Mismatch': onlyTrue('It was used with another request: nothing was sent for this one.'),
  }),
});

/** Says of an answer that it is one of before; where its request is another one, operators learn of it too. */
export async function sayReplayed(
  { ledger, log, metrics }: Pick<ApiDependencies, 'ledger' | 'log' | 'metrics'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { messageId, isOther }: { readonly messageId: string; readonly isOther: boolean },
): Promise<void> {
  reply.header('Idempotent-Replayed', 'true');
  if (!isOther) return;
  reply.header('Idempotency-Mismatch', 'true');
  metrics.count('postledger_idempotency_mismatches_total');
  const fields = { request: request.id, workspace: request.caller.workspace, message: messageId };
  log.warn(fields, 'an Idempotency-Key came again with another request, which was not sent');
  // The answer is known, whether this can be written now or not.
  await recordKeyReuse(ledger, originOf(request), messageId).catch((err) =>
    log.warn({ ...fields, err }, 'not recorded'),
  );
}
