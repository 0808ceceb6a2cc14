// src/api/compat/mailSendRoute.ts
import { Type } from "../../../packages/typebox.js";
import { emailAcceptance } from "../../accepting/emailAcceptance.js";
import { acceptBatch } from "../../commands/email/acceptBatch.js";
import { idempotencyKey } from "../idempotency.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
import { documentedForm } from "./fieldTable.js";
import { mailSendFields } from "./mailSendFields.js";
import { pastTimeIssues, withSentNames } from "./sendIssues.js";
var example = {
  personalizations: [{ to: [{ email: "delivered@example.com", name: "Ann" }] }],
  from: { email: "hello@acme.test", name: "Acme" },
  subject: "Your invoice",
  content: [{ type: "text/plain", value: "Thank you." }],
  categories: ["invoice"]
};
var mailSendRoute = (app, dependencies) => {
  const accepting = storingBlobsOnce(emailAcceptance(dependencies));
  app.post(
    "/v3/mail/send",
    {
      config: { scope: "email:send", sends: true, idempotencyKey: "optional", reader: "mailSend" },
      schema: {
        tags: ["Compatibility"],
        operationId: "sendMail",
        summary: "Send an email a personalization: all of them, or none when one is not valid",
        body: documentedForm(mailSendFields, { examples: [example] }),
        response: {
          202: Type.Null({
            description: "Accepted. The header `X-Message-Id` carries the first id, `X-Message-Ids` all, with commas between them."
          })
        }
      }
    },
    async (request, reply) => {
      const messages = bodyOf(request, "mailSend");
      const { clock } = dependencies.ledger;
      const accepted = acceptBatch(accepting, originOf(request), {
        operation: "mail-send",
        idempotencyKey: idempotencyKey(request, { required: false }),
        requests: messages.map((message) => message.request),
        refusedNow: messages.flatMap((message) => pastTimeIssues(clock, message.request, message.timePath))
      });
      const ids = await withSentNames(accepted, sentPath);
      reply.raw.setHeader("X-Message-Id", ids[0] ?? "");
      reply.raw.setHeader("X-Message-Ids", ids.join(","));
      return reply.code(202).send();
    }
  );
};
function storingBlobsOnce(accepting) {
  const { blobs } = accepting;
  const stored = /* @__PURE__ */ new WeakMap();
  const put = (bytes) => {
    const storing = stored.get(bytes) ?? blobs.put(bytes);
    stored.set(bytes, storing);
    return storing;
  };
  return { ...accepting, blobs: { ...blobs, put } };
}
var sentPath = (path) => path.replace(/^\/\d+\/template_id$/, "/template_id").replace(/^\/\d+\/from$/, "/from/email");
export {
  mailSendRoute
};
//# sourceMappingURL=mailSendRoute.js.map
