// src/api/routes/sms.ts
import { foreignNumbers } from "../../accepting/ownership.js";
import { notFound } from "../../commands/kernel/refusal.js";
import { storeText } from "../../commands/kernel/storedText.js";
import { acceptSms } from "../../commands/sms/acceptSms.js";
import { INSTANT_PATTERN, UUID_PATTERN } from "../../events/fieldPatterns.js";
import { sms } from "../../events/sms.js";
import { smsMessages, smsPage } from "../../projections/smsMessages.js";
import { foldedDocument } from "../../runtime/fold/freshDocument.js";
import { decodeCursor, pageOf } from "../cursor.js";
import { idParams } from "../fields.js";
import { idempotencyKey } from "../idempotency.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
import {
  SMS_PAGE,
  SmsList,
  SmsQuery,
  SmsReceiptAnswer,
  SmsSend,
  SmsWithAttempts,
  smsAnswer,
  smsReceipt,
  smsWithAttempts
} from "../resources/sms.js";
var tags = ["SMS"];
var listed = { tags, operationId: "listSms", summary: "List messages" };
var PLACE = [new RegExp(INSTANT_PATTERN), new RegExp(UUID_PATTERN)];
var smsRoutes = (app, dependencies) => {
  const { ledger, blobs, models, renderer, options } = dependencies;
  const isForeignNumber = foreignNumbers(dependencies);
  app.post(
    "/v1/sms",
    {
      config: { scope: "sms:send", sends: true, idempotencyKey: "required", reader: "sms" },
      schema: {
        tags,
        operationId: "sendSms",
        summary: "Send an SMS",
        body: SmsSend,
        response: { 202: SmsReceiptAnswer }
      }
    },
    async (request, reply) => {
      const sent = smsRequest(blobs, bodyOf(request, "sms"));
      const key = idempotencyKey(request, { required: true });
      const { creditsPerSegment } = options;
      const accepting = { ledger, renderer, creditsPerSegment, isForeignNumber };
      const accepted = await acceptSms(accepting, originOf(request), key, sent);
      return reply.code(202).send(smsReceipt(accepted));
    }
  );
  app.get(
    "/v1/sms",
    {
      config: { scope: "sms:read" },
      schema: { ...listed, querystring: SmsQuery, response: { 200: SmsList } }
    },
    async (request) => {
      const { limit = SMS_PAGE.default, cursor, direction = null } = request.query;
      const place = decodeCursor(cursor, PLACE);
      const after = place && { createdAt: place[0], smsId: place[1] };
      const { workspace } = request.caller;
      const found = await smsPage(models.smsMessages, workspace, direction, limit + 1, after);
      const { items, nextCursor } = pageOf(found, limit, (last) => [last.document.createdAt, last.key]);
      return { data: items.map(smsAnswer), has_more: nextCursor !== null, next_cursor: nextCursor };
    }
  );
  app.get(
    "/v1/sms/:id",
    {
      config: { scope: "sms:read" },
      schema: {
        tags,
        operationId: "getSms",
        summary: "Get a message with its delivery attempts",
        params: idParams(),
        response: { 200: SmsWithAttempts }
      }
    },
    async (request) => {
      const { id } = request.params;
      const stream = sms.stream(id);
      const stored = await models.smsMessages.get(id) ?? await foldedDocument({ store: ledger.store, projection: smsMessages, stream, key: id });
      if (stored?.document.workspace !== request.caller.workspace)
        throw notFound("There is no such message.");
      return smsWithAttempts(stored);
    }
  );
};
function smsRequest(blobs, body) {
  const { from, to, template_id: templateId, template: name, variables = {}, tags: tags2 = [], metadata } = body;
  const template = name === void 0 ? { templateId: (templateId ?? "").toLowerCase() } : { name };
  return {
    from,
    to,
    template,
    variables,
    tags: tags2,
    metadata: metadata === null ? null : () => storeText(blobs, metadata)
  };
}
export {
  smsRoutes
};
//# sourceMappingURL=sms.js.map
