import { type Static, type TStringOptions, Type } from 'typebox';
import { GIVEN_UUID_PATTERN } from '../../events/fieldPatterns.ts';
import { emailField, freeForm, headerText } from '../fields.ts';
import { Closed } from '../validation.ts';

/** Characters of base64 that one attachment may have (spec section 8). */
export const ATTACHMENT_CONTENT_MAX = 14_000_000;

const flag = (description: string) => Type.Optional(Type.Boolean({ default: true, description }));

const bareAddress = () => emailField({ mustBe: 'an email address, without a display name' });

const addresses = (description: string) =>
  Type.Union([bareAddress(), Type.Array(bareAddress(), { minItems: 1 })], { description });

/** The fields of attachments that all request shapes share. */
export const filenameForm = () => headerText({ minLength: 1, maxLength: 255, examples: ['invoice.pdf'] });

export const attachmentTypeForm = (options: TStringOptions = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~](?:[ -~]*[!-~])?$',
    mustBe: 'a media type, such as application/pdf',
    examples: ['application/pdf'],
    ...options,
  });

export const contentIdForm = (options: TStringOptions = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-;=?-~]+$',
    mustBe: 'free of spaces, angle brackets and characters beyond ASCII',
    ...options,
  });

const Attachment = Closed({
  filename: filenameForm(),
  content: Type.String({
    minLength: 1,
    maxLength: ATTACHMENT_CONTENT_MAX,
    description: 'The bytes in base64 (RFC 4648, section 4); line breaks are ignored.',
    examples: ['SGVsbG8='],
  }),
  type: attachmentTypeForm({ description: 'A media type. An extension such as `pdf` stands for its type.' }),
  contentId: Type.Optional(
    contentIdForm({ description: 'Names an inline image, which the html refers to as `cid:` and this.' }),
  ),
  disposition: Type.Optional(
    Type.Union([Type.Literal('attachment'), Type.Literal('inline')], { default: 'attachment' }),
  ),
});

/** A send as section 2.1 of the interface has it; the rules that span fields are in emailRules.ts. */
export const emailSchema = (options: { readonly subjectMin: 0 | 1 }) =>
  Closed(
    {
      from: headerText({
        minLength: 1,
        maxLength: 320,
        description: 'An address, or `Name <address>`.',
        examples: ['Acme <hello@acme.test>'],
      }),
      from_name: Type.Optional(headerText({ minLength: 1, maxLength: 255 })),
      to: addresses('One recipient or several; each gets a message of its own.'),
      cc: Type.Optional(addresses('Recipients named in the Cc header.')),
      bcc: Type.Optional(addresses('Recipients that no header names.')),
      reply_to: Type.Optional(bareAddress()),
      subject: Type.Optional(
        headerText({ minLength: options.subjectMin, maxLength: 998, examples: ['Your invoice'] }),
      ),
      html: Type.Optional(Type.String({ examples: ['<p>Thank you.</p>'] })),
      text: Type.Optional(Type.String({ examples: ['Thank you.'] })),
      template_id: Type.Optional(
        Type.String({
          pattern: GIVEN_UUID_PATTERN,
          mustBe: 'a uuid',
          description: 'Instead of a body.',
        }),
      ),
      template_friendly_name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 255, description: 'Instead of a body.' }),
      ),
      variables: Type.Optional(freeForm({ description: 'For the template.' })),
      tags: Type.Optional(Type.Array(headerText({ minLength: 1, maxLength: 256 }), { maxItems: 50 })),
      headers: Type.Optional(Type.Record(Type.String(), Type.String())),
      attachments: Type.Optional(Type.Array(Attachment, { maxItems: 20 })),
      scheduled_for: Type.Optional(
        Type.String({
          description: 'ISO 8601 with `Z` or a numeric offset.',
          examples: ['2026-03-01T09:00:00+01:00'],
        }),
      ),
      batch_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      message_stream: Type.Optional(
        Type.Union([Type.Literal('transactional'), Type.Literal('broadcast')], { default: 'transactional' }),
      ),
      track_opens: flag('Whether opening is reported.'),
      track_clicks: flag('Whether following links is reported.'),
    },
    {
      title: options.subjectMin === 0 ? 'Email' : 'EmailOfBatch',
      examples: [
        {
          from: 'Acme <hello@acme.test>',
          to: 'delivered@example.com',
          subject: 'Your invoice',
          html: '<p>Thank you.</p>',
          text: 'Thank you.',
          tags: ['invoice'],
        },
      ],
    },
  );

/** A body that passed the schema and the rules. */
export type EmailBody = Static<ReturnType<typeof emailSchema>>;
