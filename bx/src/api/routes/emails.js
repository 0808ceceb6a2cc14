// src/api/routes/emails.ts
import { Type } from "../../../packages/typebox.js";
import { emailAcceptance } from "../../accepting/emailAcceptance.js";
import { acceptBatch } from "../../commands/email/acceptBatch.js";
import { acceptEmail } from "../../commands/email/acceptEmail.js";
import { emailIdOf } from "../../commands/email/emailIds.js";
import { emailReceipt } from "../../commands/email/receipt.js";
import { BATCH_MAX } from "../emails/emailRules.js";
import { emailSchema } from "../emails/emailSchema.js";
import { Answer, acceptedId, instantAnswer, uuid } from "../fields.js";
import { idempotencyKey } from "../idempotency.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
var Receipt = Answer(
  "EmailReceipt",
  {
    id: uuid(),
    from: Type.String({ examples: ["Acme <hello@acme.test>"] }),
    to: Type.Array(Type.String({ examples: ["delivered@example.com"] })),
    subject: Type.String({
      description: "As it was sent; of a template as the template has it, not yet rendered.",
      examples: ["Your invoice"]
    }),
    created_at: instantAnswer(),
    scheduled_for: Type.Union([instantAnswer(), Type.Null()], { examples: [null] }),
    suppressed_recipients: Type.Array(Type.String(), { examples: [[]] }),
    status: Type.Union([Type.Literal("queued"), Type.Literal("scheduled")]),
    credits_consumed: Type.Integer({ minimum: 0 })
  },
  "The receipt: the message was taken in. Webhooks report its outcome."
);
var BatchAnswer = Answer(
  "AcceptedEmails",
  { data: Type.Array(acceptedId()) },
  "One id an email, in order."
);
var emailRoutes = (app, dependencies) => {
  const accepting = emailAcceptance(dependencies);
  app.post(
    "/v1/emails",
    {
      config: { scope: "email:send", sends: true, idempotencyKey: "required", reader: "email" },
      schema: {
        tags: ["Email"],
        operationId: "sendEmail",
        summary: "Send an email",
        body: emailSchema({ subjectMin: 0 }),
        response: { 202: Receipt }
      }
    },
    async (request, reply) => {
      const origin = originOf(request);
      const id = emailIdOf(origin.workspace, idempotencyKey(request, { required: true }));
      const accepted = await acceptEmail(accepting, origin, id, bodyOf(request, "email"));
      return reply.code(202).send(receiptBody(emailReceipt(accepted)));
    }
  );
  app.post(
    "/v1/emails/batch",
    {
      config: { scope: "email:send", sends: true, idempotencyKey: "optional", reader: "emailBatch" },
      schema: {
        tags: ["Email"],
        operationId: "sendEmails",
        summary: "Send up to 100 emails: all of them, or none when one is not valid",
        body: Type.Array(emailSchema({ subjectMin: 1 }), { minItems: 1, maxItems: BATCH_MAX }),
        response: { 202: BatchAnswer }
      }
    },
    async (request, reply) => {
      const ids = await acceptBatch(accepting, originOf(request), {
        operation: "email-batch",
        idempotencyKey: idempotencyKey(request, { required: false }),
        requests: bodyOf(request, "emailBatch")
      });
      return reply.code(202).send({ data: ids.map((id) => ({ id })) });
    }
  );
};
function receiptBody(receipt) {
  return {
    id: receipt.id,
    from: receipt.from,
    to: receipt.to,
    subject: receipt.subject,
    created_at: receipt.createdAt,
    scheduled_for: receipt.scheduledFor,
    suppressed_recipients: receipt.suppressedRecipients,
    status: receipt.status,
    credits_consumed: receipt.creditsConsumed
  };
}
export {
  emailRoutes
};
//# sourceMappingURL=emails.js.map
