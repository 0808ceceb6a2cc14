// src/api/compat/sendRoutes.ts
import { Type } from "../../../packages/typebox.js";
import { emailAcceptance } from "../../accepting/emailAcceptance.js";
import { acceptBatch } from "../../commands/email/acceptBatch.js";
import { acceptEmail } from "../../commands/email/acceptEmail.js";
import {
  acceptValid
} from "../../commands/email/acceptValid.js";
import { emailIdOf } from "../../commands/email/emailIds.js";
import { BATCH_MAX } from "../emails/emailRules.js";
import { Answer, acceptedId } from "../fields.js";
import { idempotencyKey } from "../idempotency.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
import { MAX_ISSUES } from "../schemaIssues.js";
import { refuseIfAny } from "../validation.js";
import { validationMode, withRefusals } from "./batchElements.js";
import { documentedForm } from "./fieldTable.js";
import { batchFields, sendFields } from "./sendFields.js";
import { pastTimeIssues, withSentNames } from "./sendIssues.js";
var tags = ["Compatibility"];
var config = { scope: "email:send", sends: true, idempotencyKey: "optional" };
var example = {
  from: "Acme <hello@acme.test>",
  to: ["delivered@example.com"],
  subject: "Your invoice",
  html: "<p>Thank you.</p>",
  tags: [{ name: "kind", value: "invoice" }]
};
var RefusedElement = Answer(
  "RefusedEmail",
  { index: Type.Integer({ minimum: 0 }), message: Type.String({ examples: ["/to must be an address."] }) },
  "An element that was not accepted, by its place in the batch."
);
var sendRoutes = (app, dependencies) => {
  singleRoute(app, dependencies);
  batchRoute(app, dependencies);
};
var singleRoute = (app, dependencies) => {
  const accepting = emailAcceptance(dependencies);
  const { clock, ids } = dependencies.ledger;
  app.post(
    "/emails",
    {
      config: { ...config, reader: "send" },
      schema: {
        tags,
        operationId: "sendEmailInOtherShape",
        summary: "Send an email, in the body-and-path shape",
        body: documentedForm(sendFields, { examples: [example] }),
        response: { 200: acceptedId() }
      }
    },
    async (request, reply) => {
      const sent = bodyOf(request, "send");
      const origin = originOf(request);
      const key = idempotencyKey(request, { required: false }) ?? ids.uuid();
      const past = pastTimeIssues(clock, sent, "/scheduled_at");
      const accepted = acceptEmail(accepting, origin, emailIdOf(origin.workspace, key), sent, past);
      const { id } = await withSentNames(accepted, sentPath);
      return reply.code(200).send({ id });
    }
  );
};
var batchRoute = (app, dependencies) => {
  const accepting = emailAcceptance(dependencies);
  const { clock } = dependencies.ledger;
  app.post(
    "/emails/batch",
    {
      config: { ...config, reader: "sendBatch" },
      schema: {
        tags,
        operationId: "sendEmailsInOtherShape",
        summary: "Send up to 100 emails, in the body-and-path shape",
        headers: Type.Object({
          "x-batch-validation": Type.Optional(
            Type.Union([Type.Literal("strict"), Type.Literal("permissive")], {
              default: "strict",
              description: "Strict: all or none. Permissive: those that are valid."
            })
          )
        }),
        body: Type.Array(documentedForm(batchFields), {
          minItems: 1,
          maxItems: BATCH_MAX,
          examples: [[example]]
        }),
        response: {
          200: Answer(
            "AcceptedAndRefusedEmails",
            { data: Type.Array(acceptedId()), errors: Type.Optional(Type.Array(RefusedElement)) },
            "One id an accepted email, in order; `errors` is there in permissive batches alone."
          )
        }
      }
    },
    async (request, reply) => {
      const mode = validationMode(request.headers["x-batch-validation"]);
      const { issues, elements: read } = bodyOf(request, "sendBatch");
      const elements = read.map((element) => withRefusals(element, clock));
      const all = [...typeof mode === "string" ? [] : mode.issues, ...issues];
      refuseIfAny(mode === "permissive" ? all : [...all, ...elementIssues(elements)].slice(0, MAX_ISSUES));
      const key = idempotencyKey(request, { required: false });
      const batch = { operation: "compat-batch", elements, idempotencyKey: key };
      if (mode === "permissive") {
        const accepted2 = await acceptValid(accepting, originOf(request), batch);
        return reply.code(200).send(permissiveAnswer(accepted2));
      }
      const accepted = acceptBatch(accepting, originOf(request), { ...batch, ...wholeBatch(elements) });
      const data = await withSentNames(accepted, sentPath);
      return reply.code(200).send({ data: data.map((id) => ({ id })) });
    }
  );
};
var elementIssues = (elements) => elements.flatMap((element, index) => "issues" in element ? within(element.issues, index) : []);
function wholeBatch(elements) {
  const valid = elements.flatMap((element) => "issues" in element ? [] : [element]);
  return {
    requests: valid.map(({ request }) => request),
    refusedNow: valid.flatMap(({ refusedNow }, index) => within(refusedNow, index))
  };
}
var within = (issues, index) => issues.map(({ path, message }) => ({ path: `/${index}${path}`, message }));
function permissiveAnswer({ ids, refused }) {
  return {
    data: ids.map((id) => ({ id })),
    errors: refused.map(({ index, issues }) => ({ index, message: sentence(issues) }))
  };
}
var SENTENCE_MAX = 10;
function sentence(issues) {
  const parts = issues.slice(0, SENTENCE_MAX).map(({ path, message }) => `${sentPath(path) || "The email"} ${message.replace(/\.$/, "")}`);
  const more = issues.length > SENTENCE_MAX ? `; and ${issues.length - SENTENCE_MAX} more` : "";
  return `${parts.join("; ")}${more}.`;
}
var sentPath = (path) => path.replace(/\/template_id$/, "/template/id");
export {
  sendRoutes
};
//# sourceMappingURL=sendRoutes.js.map
