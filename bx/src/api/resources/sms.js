// src/api/resources/sms.ts
import { Type } from "../../../packages/typebox.js";
import { givenText } from "../../commands/kernel/storedText.js";
import { streamId } from "../../events/category.js";
import { E164_PATTERN } from "../../events/fieldPatterns.js";
import { Answer, freeForm, instantAnswer, nextCursor, orNull, pageFields, uuidField } from "../fields.js";
import { schemaReader } from "../reading/reader.js";
import { isObject } from "../schemaIssues.js";
import { Closed, checker } from "../validation.js";
var SMS_PAGE = { max: 100, default: 20 };
var number = (examples) => Type.String({
  pattern: E164_PATTERN,
  mustBe: "an E.164 number such as +4512345678",
  description: "E.164.",
  examples
});
var variable = () => Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^(?:\\p{L}\\p{M}*|[\\p{Nd} .,'#:\\-()/])*$",
  mustBe: "made of letters, digits, space and . , ' # : - ( ) /",
  examples: ["4711"]
});
var SmsSend = Closed({
  from: number(["+4512345678"]),
  to: number(["+4587654321"]),
  template_id: Type.Optional(uuidField("Approved template; alternative to template.")),
  template: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Name of an approved template; alternative to template_id.",
      examples: ["code"]
    })
  ),
  variables: Type.Optional(
    Type.Object(
      {},
      {
        patternProperties: { "^[a-zA-Z][a-zA-Z0-9_]{0,31}$": variable() },
        additionalProperties: false,
        default: {},
        examples: [{ code: "4711" }]
      }
    )
  ),
  consent_basis: Type.Literal("transactional"),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 50 })),
  metadata: Type.Optional(freeForm())
});
var checkSchema = checker(SmsSend);
function smsSendIssues(body) {
  const issues = checkSchema(body);
  if (!isObject(body)) return issues;
  const [byId, byName] = [Object.hasOwn(body, "template_id"), Object.hasOwn(body, "template")];
  if (byId && byName)
    issues.push({ path: "/template", message: "cannot be given together with template_id" });
  if (!byId && !byName)
    issues.push({ path: "/template_id", message: "is required, unless template is given" });
  return issues;
}
var readSms = schemaReader(
  SmsSend,
  ({ metadata, ...body }) => ({
    ...body,
    metadata: metadata === void 0 ? null : givenText(JSON.stringify(metadata))
  }),
  smsSendIssues
);
var SmsQuery = Closed({
  ...pageFields(SMS_PAGE),
  direction: Type.Optional(Type.Union([Type.Literal("outbound"), Type.Literal("inbound")]))
});
var common = {
  id: uuidField(),
  from: Type.String({
    examples: ["+4512345678"],
    description: "The sender of an inbound message is written as the carrier names it."
  }),
  to: Type.String({ examples: ["+4587654321"] }),
  template_id: orNull(uuidField()),
  segments: Type.Integer({ minimum: 1 }),
  credits_consumed: Type.Integer({ minimum: 0 }),
  created_at: instantAnswer()
};
var SmsReceiptAnswer = Answer(
  "SmsReceipt",
  { ...common, template_id: uuidField(), status: Type.Literal("queued") },
  "The receipt of the submission."
);
var message = {
  ...common,
  direction: Type.Union([Type.Literal("outbound"), Type.Literal("inbound")]),
  status: Type.Enum(["queued", "sent", "delivered", "failed", "received"])
};
var attempt = Answer(
  "SmsAttempt",
  {
    attempt: Type.Integer({ minimum: 1 }),
    at: instantAnswer(),
    outcome: Type.Enum(["attempted", "sent", "delivered", "deferred", "failed"]),
    detail: orNull(Type.String({ examples: ["DELIVRD"] }))
  },
  "One time the message was handed to the carrier."
);
var SmsMessage = Answer("SmsMessage", message, "A message.");
var SmsWithAttempts = Answer(
  "SmsMessageWithAttempts",
  { ...message, attempts: Type.Array(attempt) },
  "A message with its delivery attempts."
);
var SmsList = Answer(
  "SmsList",
  { data: Type.Array(SmsMessage), has_more: Type.Boolean(), next_cursor: nextCursor() },
  "A page of messages, newest first."
);
function smsReceipt({ stream, data, metadata }) {
  return {
    id: streamId(stream),
    from: data.from,
    to: data.to,
    template_id: data.templateId,
    status: "queued",
    segments: data.segments,
    credits_consumed: data.credits,
    created_at: metadata.at
  };
}
function smsAnswer({ key, document }) {
  const { direction, from, to, templateId, status, segments, credits, createdAt } = document;
  return {
    id: key,
    direction,
    from,
    to,
    template_id: templateId,
    status,
    segments,
    credits_consumed: credits,
    created_at: createdAt
  };
}
function smsWithAttempts(stored) {
  const attempts = stored.document.attempts.map(({ attempt: attempt2, at, outcome, detail }) => ({
    attempt: attempt2,
    at,
    outcome,
    detail
  }));
  return { ...smsAnswer(stored), attempts };
}
export {
  SMS_PAGE,
  SmsList,
  SmsMessage,
  SmsQuery,
  SmsReceiptAnswer,
  SmsSend,
  SmsWithAttempts,
  readSms,
  smsAnswer,
  smsReceipt,
  smsWithAttempts
};
//# sourceMappingURL=sms.js.map
