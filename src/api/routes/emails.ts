import { Type } from 'typebox';
import { emailAcceptance } from '../../accepting/emailAcceptance.ts';
import { acceptBatch } from '../../commands/email/acceptBatch.ts';
import { acceptEmail } from '../../commands/email/acceptEmail.ts';
import { emailIdOf } from '../../commands/email/emailIds.ts';
import { type EmailReceipt, emailReceipt } from '../../commands/email/receipt.ts';
import { isOtherRequest } from '../../commands/kernel/requestHash.ts';
import type { Routes } from '../dependencies.ts';
import { BATCH_MAX } from '../emails/emailRules.ts';
import { emailSchema } from '../emails/emailSchema.ts';
import { Answer, acceptedId, instantAnswer, ListAnswer, uuid } from '../fields.ts';
import { idempotencyKey } from '../idempotency.ts';
import { operationsOf } from '../operation.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { sayReplayed } from '../replayed.ts';

const Receipt = Answer(
  'EmailReceipt',
  {
    id: uuid(),
    from: Type.String({ examples: ['Acme <hello@acme.test>'] }),
    to: Type.Array(Type.String({ examples: ['delivered@example.com'] })),
    subject: Type.String({
      description: 'As it was sent; of a template as the template has it, not yet rendered.',
      examples: ['Your invoice'],
    }),
    created_at: instantAnswer(),
    scheduled_for: Type.Union([instantAnswer(), Type.Null()], { examples: [null] }),
    suppressed_recipients: Type.Array(Type.String(), { examples: [[]] }),
    status: Type.Union([Type.Literal('queued'), Type.Literal('scheduled')]),
    credits_consumed: Type.Integer({ minimum: 0 }),
  },
  'The receipt: the message was taken in. Webhooks report its outcome.',
);

const BatchAnswer = ListAnswer('AcceptedEmails', acceptedId(), 'One id an email, in order.');

const operation = operationsOf('Email');

/** Section 4.1 of the interface: one send, and up to a hundred at once. */
export const emailRoutes: Routes = (app, dependencies) => {
  const accepting = emailAcceptance(dependencies);

  app.post(
    '/v1/emails',
    {
      config: { scope: 'email:send', sends: true, idempotencyKey: 'required', reader: 'email' },
      schema: operation('sendEmail', 'Send an email', {
        body: emailSchema({ subjectMin: 0 }),
        response: { 202: Receipt },
      }),
    },
    async (request, reply) => {
      const origin = originOf(request);
      const id = emailIdOf(
        accepting.ledger.ids,
        origin.workspace,
        idempotencyKey(request, { required: true }),
      );
      const sent = bodyOf(request, 'email');
      const accepted = await acceptEmail(accepting, origin, id, sent);
      if (!accepted.isNew) {
        const isOther = isOtherRequest(accepted.data, sent);
        await sayReplayed(dependencies, request, reply, { messageId: id, isOther });
      }
      return reply.code(202).send(receiptBody(emailReceipt(accepted)));
    },
  );

  app.post(
    '/v1/emails/batch',
    {
      config: { scope: 'email:send', sends: true, idempotencyKey: 'optional', reader: 'emailBatch' },
      schema: operation('sendEmails', 'Send up to 100 emails: all of them, or none when one is not valid', {
        body: Type.Array(emailSchema({ subjectMin: 1 }), { minItems: 1, maxItems: BATCH_MAX }),
        response: { 202: BatchAnswer },
      }),
    },
    async (request, reply) => {
      const { ids, replayed } = await acceptBatch(accepting, originOf(request), {
        operation: 'email-batch',
        idempotencyKey: idempotencyKey(request, { required: false }),
        requests: bodyOf(request, 'emailBatch'),
        mayBeOther: true,
      });
      if (replayed !== null)
        await sayReplayed(dependencies, request, reply, {
          messageId: ids[0] ?? '',
          isOther: replayed === 'other',
        });
      return reply.code(202).send({ data: ids.map((id) => ({ id })) });
    },
  );
};

/** The receipt of section 2.2. */
function receiptBody(receipt: EmailReceipt) {
  return {
    id: receipt.id,
    from: receipt.from,
    to: receipt.to,
    subject: receipt.subject,
    created_at: receipt.createdAt,
    scheduled_for: receipt.scheduledFor,
    suppressed_recipients: receipt.suppressedRecipients,
    status: receipt.status,
    credits_consumed: receipt.creditsConsumed,
  };
}
