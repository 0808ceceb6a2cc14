import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { acceptingOver } from '../../accepting/acceptingOver.ts';
import { acceptBatch } from '../../commands/email/acceptBatch.ts';
import type { Accepting } from '../../commands/email/acceptEmail.ts';
import type { BlobRef } from '../../events/schema.ts';
import type { Routes } from '../context.ts';
import { idempotencyKey } from '../idempotency.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { documentedForm } from './fieldTable.ts';
import { mailSendFields } from './mailSendFields.ts';
import { named } from './ownNames.ts';
import { pastIssues } from './pastIssues.ts';

const example = {
  personalizations: [{ to: [{ email: 'ann@customer.test', name: 'Ann' }] }],
  from: { email: 'hello@acme.test', name: 'Acme' },
  subject: 'Your invoice',
  content: [{ type: 'text/plain', value: 'Thank you.' }],
  categories: ['invoice'],
};

/** Section 4.10 of the interface: the personalizations shape, one message a personalization. */
export const mailSendRoute: Routes = (app, context) => {
  const accepting = acceptingOver(context);

  app.post(
    '/v3/mail/send',
    {
      config: {
        scope: 'email:send',
        sends: true,
        idempotencyKey: 'optional',
        reader: 'mailSend',
      },
      schema: {
        tags: ['Compatibility'],
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
      const { clock } = context.ledger;
      const accepted = acceptBatch(puttingOnce(accepting), originOf(request), {
        operation: 'mail-send',
        idempotencyKey: idempotencyKey(request, { required: false }),
        requests: messages.map((message) => message.request),
        refusedNow: messages.flatMap((message) => pastIssues(clock, message.request, message.timePath)),
      });
      const ids = await named(accepted, ownPath);
      reply.headers({ 'x-message-id': ids[0], 'x-message-ids': ids.join(',') });
      return sendEmpty(reply, 202);
    },
  );
};

/** The messages of a request share their attachments, whose bytes are hashed and written once. */
function puttingOnce(accepting: Accepting): Accepting {
  const { blobs } = accepting;
  const put = new Map<Uint8Array, Promise<BlobRef>>();
  const once = (bytes: Uint8Array) => {
    const putting = put.get(bytes) ?? blobs.put(bytes);
    put.set(bytes, putting);
    return putting;
  };
  return { ...accepting, blobs: { ...blobs, put: once } };
}

/** Without a body, and so without a media type. */
function sendEmpty(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).send();
}

/** All personalizations share one template: what is wrong with it is said once, of the field that names it. */
const ownPath = (path: string) => path.replace(/^\/\d+\/template_id$/, '/template_id');
