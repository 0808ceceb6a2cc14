import { type Static, Type } from 'typebox';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { hashOfRequest, inKeyOrder } from '../../commands/kernel/requestHash.ts';
import { type GivenText, givenText } from '../../commands/kernel/storedText.ts';
import type { SmsAcceptedEvent } from '../../commands/sms/acceptSms.ts';
import { streamId } from '../../events/category.ts';
import { E164_PATTERN } from '../../events/fieldPatterns.ts';
import type { Stored } from '../../ports/documents.ts';
import type { SmsDocument } from '../../projections/smsMessages.ts';
import { Answer, freeForm, instantAnswer, nextCursor, orNull, pageFields, uuidField } from '../fields.ts';
import { schemaReader } from '../reading/reader.ts';
import { isObject } from '../schemaIssues.ts';
import { Closed, checker } from '../validation.ts';

/** Messages on a page (spec section 8). */
export const SMS_PAGE = { max: 100, default: 20 };

const number = (examples: string[]) =>
  Type.String({
    pattern: E164_PATTERN,
    mustBe: 'an E.164 number such as +4512345678',
    description: 'E.164.',
    examples,
  });

/** Values of variables: letters of any script with their marks, digits, space and `. , ' # : - ( ) /`. */
const variable = () =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: "^(?:\\p{L}\\p{M}*|[\\p{Nd} .,'#:\\-()/])*$",
    mustBe: "made of letters, digits, space and . , ' # : - ( ) /",
    examples: ['4711'],
  });

/** Body of `POST /v1/sms` (spec section 2.3); exactly one of `template` and `template_id`. */
export const SmsSend = Closed({
  from: number(['+4512345678']),
  to: number(['+4587654321']),
  template_id: Type.Optional(uuidField('Approved template; alternative to template.')),
  template: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of an approved template; alternative to template_id.',
      examples: ['code'],
    }),
  ),
  variables: Type.Optional(
    Type.Object(
      {},
      {
        patternProperties: { '^[a-zA-Z][a-zA-Z0-9_]{0,31}$': variable() },
        additionalProperties: false,
        default: {},
        examples: [{ code: '4711' }],
      },
    ),
  ),
  consent_basis: Type.Literal('transactional'),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 50 })),
  metadata: Type.Optional(freeForm()),
});

const checkSchema = checker(SmsSend);

/** What is wrong with the body of a send: its form, and the rule that it names exactly one template. */
function smsSendIssues(body: unknown): Issue[] {
  const issues = checkSchema(body);
  if (!isObject(body)) return issues;
  const [byId, byName] = [Object.hasOwn(body, 'template_id'), Object.hasOwn(body, 'template')];
  if (byId && byName)
    issues.push({ path: '/template', message: 'cannot be given together with template_id' });
  if (!byId && !byName)
    issues.push({ path: '/template_id', message: 'is required, unless template is given' });
  return issues;
}

/** The metadata as text. */
export const readSms = schemaReader(
  SmsSend,
  ({ metadata, ...body }) => ({
    ...body,
    metadata: metadata === undefined ? null : givenText(JSON.stringify(metadata)),
    requestHash: hashOfRequest([
      ...[body.from, body.to, body.template, body.template_id?.toLowerCase(), body.tags?.toSorted() ?? []],
      inKeyOrder([body.variables ?? {}, metadata]),
    ]),
  }),
  smsSendIssues,
);

/** A send's body without fault. */
export type SmsBody = Omit<Static<typeof SmsSend>, 'metadata'> & {
  readonly metadata: GivenText | null;
  readonly requestHash: string;
};

export const SmsQuery = Closed({
  ...pageFields(SMS_PAGE),
  direction: Type.Optional(Type.Union([Type.Literal('outbound'), Type.Literal('inbound')])),
});

const common = {
  id: uuidField(),
  from: Type.String({
    examples: ['+4512345678'],
    description: 'The sender of an inbound message is written as the carrier names it.',
  }),
  to: Type.String({ examples: ['+4587654321'] }),
  template_id: orNull(uuidField()),
  segments: Type.Integer({ minimum: 1 }),
  credits_consumed: Type.Integer({ minimum: 0 }),
  created_at: instantAnswer(),
};

export const SmsReceiptAnswer = Answer(
  'SmsReceipt',
  { ...common, template_id: uuidField(), status: Type.Literal('queued') },
  'The receipt of the submission.',
);

const message = {
  ...common,
  direction: Type.Union([Type.Literal('outbound'), Type.Literal('inbound')]),
  status: Type.Enum(['queued', 'sent', 'delivered', 'failed', 'received']),
};
const attempt = Answer(
  'SmsAttempt',
  {
    attempt: Type.Integer({ minimum: 1 }),
    at: instantAnswer(),
    outcome: Type.Enum(['attempted', 'sent', 'delivered', 'deferred', 'failed']),
    detail: orNull(Type.String({ examples: ['DELIVRD'] })),
  },
  'One time the message was handed to the carrier.',
);
export const SmsMessage = Answer('SmsMessage', message, 'A message.');
export const SmsWithAttempts = Answer(
  'SmsMessageWithAttempts',
  { ...message, attempts: Type.Array(attempt) },
  'A message with its delivery attempts.',
);
export const SmsList = Answer(
  'SmsList',
  { data: Type.Array(SmsMessage), has_more: Type.Boolean(), next_cursor: nextCursor() },
  'A page of messages, newest first.',
);

/** Made from the first event alone, so that a replay's answer has the same bytes as the first one. */
export function smsReceipt({ stream, data, metadata }: SmsAcceptedEvent): Static<typeof SmsReceiptAnswer> {
  return {
    id: streamId(stream),
    from: data.from,
    to: data.to,
    template_id: data.templateId,
    status: 'queued',
    segments: data.segments,
    credits_consumed: data.credits,
    created_at: metadata.at,
  };
}

export function smsAnswer({ key, document }: Stored<SmsDocument>): Static<typeof SmsMessage> {
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
    created_at: createdAt,
  };
}

export function smsWithAttempts(stored: Stored<SmsDocument>): Static<typeof SmsWithAttempts> {
  const attempts = stored.document.attempts.map(({ attempt, at, outcome, detail }) => ({
    attempt,
    at,
    outcome,
    detail,
  }));
  return { ...smsAnswer(stored), attempts };
}
