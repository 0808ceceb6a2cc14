import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { emailAcceptance } from '../../accepting/emailAcceptance.ts';
import { acceptBatch } from '../../commands/email/acceptBatch.ts';
import type { AcceptDependencies } from '../../commands/email/acceptEmail.ts';
import type { BlobRef } from '../../events/schema.ts';
import type { Routes } from '../dependencies.ts';
import { idempotencyKey } from '../idempotency.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { documentedForm } from './fieldTable.ts';
import { mailSendFields } from './mailSendFields.ts';
import { pastTimeIssues, withSentNames } from './sendIssues.ts';

const example = {
  personalizations: [{ to: [{ email: 'delivered@example.com', name: 'Ann' }] }],
  from: { email: 'hello@acme.test', name: 'Acme' },
  subject: 'Your invoice',
  content: [{ type: 'text/plain', value: 'Thank you.' }],
  categories: ['invoice'],
};

/** Section 4.10 of the interface: the personalizations shape, one message a personalization. */
export const mailSendRoute: Routes = (app, dependencies) => {
  const accepting = storingBlobsOnce(emailAcceptance(dependencies));

  app.post(
    '/v3/mail/send',
    {
      config: { scope: 'email:send', sends: true, idempotencyKey: 'optional', reader: 'mailSend' },
      schema: {
        tags: ['Compatibility'],
        operationId: 'sendMail',
        summary: 'Send an email a personalization: all of them, or none when one is not valid',
        body: documentedForm(mailSendFields, { examples: [example] }),
        response: {
          202: Type.Null({
            description:
              'Accepted. The header `X-Message-Id` carries the first id, `X-Message-Ids` all, with commas between them.',
          }),
        },
      },
    },
    async (request, reply) => {
      const messages = bodyOf(request, 'mailSend');
      const { clock } = dependencies.ledger;
      const accepted = acceptBatch(accepting, originOf(request), {
        operation: 'mail-send',
        idempotencyKey: idempotencyKey(request, { required: false }),
        requests: messages.map((message) => message.request),
        refusedNow: messages.flatMap((message) => pastTimeIssues(clock, message.request, message.timePath)),
      });
      const { ids, replayed } = await withSentNames(accepted, sentPath);
      if (replayed !== null) reply.header('Idempotent-Replayed', 'true');
      // Past fastify, which writes names in small letters: a client's map of headers knows the case.
      reply.raw.setHeader('X-Message-Id', ids[0] ?? '');
      reply.raw.setHeader('X-Message-Ids', ids.join(','));
      // Without a body, and so without a media type.
      return (reply as FastifyReply).code(202).send();
    },
  );
};

/** Stores each attachment once: the messages of a request share their attachments. */
function storingBlobsOnce(accepting: AcceptDependencies): AcceptDependencies {
  const { blobs } = accepting;
  const stored = new WeakMap<Uint8Array, Promise<BlobRef>>();
  const put = (bytes: Uint8Array) => {
    const storing = stored.get(bytes) ?? blobs.put(bytes);
    stored.set(bytes, storing);
    return storing;
  };
  return { ...accepting, blobs: { ...blobs, put } };
}

/** All personalizations share one sender and one template: their issues are reported once, at the field that names it. */
const sentPath = (path: string) =>
  path
    .replace(/^\/\d+\/template_id$/, '/template_id')
    .replace(/^\/\d+\/from$/, '/from/email')
    .replace(/^\/\d+$/, '/personalizations$&');
