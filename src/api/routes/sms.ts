import { notFound } from '../../commands/kernel/refusal.ts';
import { storeText } from '../../commands/kernel/storedText.ts';
import { acceptSms, type SmsRequest, type SmsTemplateLookup } from '../../commands/sms/acceptSms.ts';
import { approvedSmsTemplate } from '../../commands/sms/smsTemplate.ts';
import { INSTANT_PATTERN, UUID_PATTERN } from '../../events/fieldForms.ts';
import { sms } from '../../events/sms.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { smsMessages, smsPage } from '../../projections/smsMessages.ts';
import { smsTemplateNamed } from '../../projections/smsTemplates.ts';
import { foldedDocument } from '../../runtime/fold/freshDocument.ts';
import type { ApiContext, Routes } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { idParams } from '../fields.ts';
import { idempotencyKey } from '../idempotency.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import {
  SMS_PAGE,
  type SmsBody,
  SmsList,
  SmsQuery,
  SmsReceipt,
  SmsSend,
  SmsWithAttempts,
  smsAnswer,
  smsReceipt,
  smsWithAttempts,
} from '../resources/sms.ts';

const tags = ['SMS'];
const PLACE = [new RegExp(INSTANT_PATTERN), new RegExp(UUID_PATTERN)] as const;

/** Spec section 4.7. */
export const smsRoutes: Routes = (app, context) => {
  const { ledger, blobs, models, renderer, options } = context;
  const templateOf = smsTemplateLookup(context);

  app.post(
    '/v1/sms',
    {
      config: { scope: 'sms:send', sends: true, idempotencyKey: 'required', reader: 'sms' },
      schema: { tags, summary: 'Send an SMS', body: SmsSend, response: { 202: SmsReceipt } },
    },
    async (request, reply) => {
      const sent = smsRequest(blobs, bodyOf(request, 'sms'));
      const key = idempotencyKey(request, { required: true });
      const dependencies = { ledger, renderer, templateOf, creditsPerSegment: options.creditsPerSegment };
      const accepted = await acceptSms(dependencies, originOf(request), key, sent);
      reply.code(202);
      return smsReceipt(accepted);
    },
  );

  app.get(
    '/v1/sms',
    {
      config: { scope: 'sms:read' },
      schema: { tags, summary: 'List messages', querystring: SmsQuery, response: { 200: SmsList } },
    },
    async (request) => {
      const { limit = SMS_PAGE.usual, cursor, direction = null } = request.query;
      const place = decodeCursor(cursor, PLACE);
      const after = place && { createdAt: place[0], smsId: place[1] };
      // One more than asked for tells whether there is another page.
      const { workspace } = request.caller;
      const found = await smsPage(models.smsMessages, workspace, direction, limit + 1, after);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        data: page.map(smsAnswer),
        has_more: last !== undefined,
        next_cursor: last ? encodeCursor([last.document.createdAt, last.key]) : null,
      };
    },
  );

  app.get(
    '/v1/sms/:id',
    {
      config: { scope: 'sms:read' },
      schema: {
        tags,
        summary: 'Get a message with its delivery attempts',
        params: idParams(),
        response: { 200: SmsWithAttempts },
      },
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
  const { from, to, template_id: templateId, template: name, variables = {}, tags = [], metadata } = body;
  const template = name === undefined ? { templateId: (templateId ?? '').toLowerCase() } : { name };
  return {
    from,
    to,
    template,
    variables: variables as Record<string, string>,
    tags,
    metadata: metadata === null ? null : () => storeText(blobs, metadata),
  };
}

/** Reads the read model, and the log for what that has not met yet: an approval counts from its moment on. */
function smsTemplateLookup({ ledger, models }: ApiContext): SmsTemplateLookup {
  return async (workspace, by) => {
    const found =
      'name' in by
        ? await smsTemplateNamed(models.smsTemplates, workspace, by.name)
        : await models.smsTemplates.get(by.templateId);
    if (found === null) return approvedSmsTemplate(ledger, workspace, by);
    const { name, body } = found.document;
    return found.document.workspace === workspace ? { templateId: found.key, name, body } : null;
  };
}
