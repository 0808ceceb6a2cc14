import { foreignNumbers } from '../../accepting/ownership.ts';
import { notFound } from '../../commands/kernel/refusal.ts';
import { isOtherRequest } from '../../commands/kernel/requestHash.ts';
import { storeText } from '../../commands/kernel/storedText.ts';
import { acceptSms, type SmsRequest } from '../../commands/sms/acceptSms.ts';
import { streamId } from '../../events/category.ts';
import { INSTANT_PATTERN, UUID_PATTERN } from '../../events/fieldPatterns.ts';
import { sms } from '../../events/sms.ts';
import { foldedDocument } from '../../follow/fold/foldedDocument.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { smsMessages, smsPage } from '../../projections/smsMessages.ts';
import { decodeCursor, pageOf } from '../cursor.ts';
import type { Routes } from '../dependencies.ts';
import { idParams } from '../fields.ts';
import { idempotencyKey } from '../idempotency.ts';
import { operationsOf } from '../operation.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { sayReplayed } from '../replayed.ts';
import {
  SMS_PAGE,
  type SmsBody,
  SmsList,
  SmsQuery,
  SmsReceiptAnswer,
  SmsSend,
  SmsWithAttempts,
  smsAnswer,
  smsReceipt,
  smsWithAttempts,
} from '../resources/sms.ts';

const operation = operationsOf('SMS');
const PLACE = [new RegExp(INSTANT_PATTERN), new RegExp(UUID_PATTERN)] as const;

/** Spec section 4.7. */
export const smsRoutes: Routes = (app, dependencies) => {
  const { ledger, blobs, models, renderer, options } = dependencies;
  const isForeignNumber = foreignNumbers(dependencies);

  app.post(
    '/v1/sms',
    {
      config: { scope: 'sms:send', sends: true, idempotencyKey: 'required', reader: 'sms' },
      schema: operation('sendSms', 'Send an SMS', { body: SmsSend, response: { 202: SmsReceiptAnswer } }),
    },
    async (request, reply) => {
      const sent = smsRequest(blobs, bodyOf(request, 'sms'));
      const key = idempotencyKey(request, { required: true });
      const { creditsPerSegment } = options;
      const accepting = { ledger, renderer, creditsPerSegment, isForeignNumber };
      const { first, isNew } = await acceptSms(accepting, originOf(request), key, sent);
      if (!isNew)
        await sayReplayed(dependencies, request, reply, {
          messageId: streamId(first.stream),
          isOther: isOtherRequest(first.data, sent),
        });
      return reply.code(202).send(smsReceipt(first));
    },
  );

  app.get(
    '/v1/sms',
    {
      config: { scope: 'sms:read' },
      schema: operation('listSms', 'List messages', { querystring: SmsQuery, response: { 200: SmsList } }),
    },
    async (request) => {
      const { limit = SMS_PAGE.default, cursor, direction = null } = request.query;
      const place = decodeCursor(cursor, PLACE);
      const after = place && { createdAt: place[0], smsId: place[1] };
      const { workspace } = request.caller;
      const found = await smsPage(models.smsMessages, workspace, direction, limit + 1, after);
      const { items, nextCursor } = pageOf(found, limit, (last) => [last.document.createdAt, last.key]);
      return { data: items.map(smsAnswer), has_more: nextCursor !== null, next_cursor: nextCursor };
    },
  );

  app.get(
    '/v1/sms/:id',
    {
      config: { scope: 'sms:read' },
      schema: operation('getSms', 'Get a message with its delivery attempts', {
        params: idParams(),
        response: { 200: SmsWithAttempts },
      }),
    },
    async (request) => {
      const { id } = request.params;
      const stream = sms.stream(id);
      const stored =
        (await models.smsMessages.get(id)) ??
        (await foldedDocument({ store: ledger.store, projection: smsMessages, stream, key: id }));
      if (stored?.document.workspace !== request.caller.workspace)
        throw notFound('There is no such message.');
      return smsWithAttempts(stored);
    },
  );
};

/** A checked body as the command takes it. */
function smsRequest(blobs: Blobs, body: SmsBody): SmsRequest {
  const {
    from,
    to,
    template_id: templateId,
    template: name,
    variables = {},
    tags = [],
    metadata,
    requestHash,
  } = body;
  const template = name === undefined ? { templateId: (templateId ?? '').toLowerCase() } : { name };
  return {
    from,
    to,
    template,
    variables: variables as Record<string, string>,
    tags,
    metadata: metadata === null ? null : () => storeText(blobs, metadata),
    requestHash,
  };
}
