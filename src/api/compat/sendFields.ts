import { Type } from 'typebox';
import { GIVEN_UUID_PATTERN } from '../../events/fieldPatterns.ts';
import { attachmentTypeForm, contentIdForm, filenameForm } from '../emails/emailSchema.ts';
import { headerText } from '../fields.ts';
import { documentedContent } from './attachments.ts';
import { type FieldTable, list, object, refused, taken } from './fieldTable.ts';

/** The fields of the body-and-path shape, `POST /emails` (specification, section 4.9), and how each is used. */

const mailbox = () => Type.String({ maxLength: 1_000, examples: ['Ann <ann@customer.test>'] });
const mailboxes = (options: object = {}) =>
  Type.Union([mailbox(), Type.Array(mailbox(), { minItems: 1, ...options })]);
const text = () => Type.String();

const attachmentFields = {
  filename: taken('`attachments[].filename`', filenameForm(), { required: true }),
  content: taken('`attachments[].content`', Type.Unknown(), {
    required: true,
    documented: documentedContent,
    note: 'Base64, a list of bytes, or a Buffer as Node writes it in JSON.',
  }),
  content_type: taken('`attachments[].type`', attachmentTypeForm(), {
    note: 'Left out, it follows from the end of the filename. An extension such as `pdf` stands for its type.',
  }),
  content_id: taken('`attachments[].contentId`', contentIdForm(), { note: 'Marks the file as inline.' }),
  inline_content_id: taken('`attachments[].contentId`', contentIdForm(), {
    note: 'The older name of content_id; not both.',
  }),
  path: refused('Files are not fetched from an address: read the file and send it as base64 in content.'),
};

export const sendFields = {
  from: taken('`from`', headerText({ minLength: 1, maxLength: 320, examples: ['Acme <hello@acme.test>'] }), {
    required: true,
    decoded: true,
  }),
  to: taken('`to`', mailboxes(), { required: true, decoded: true, note: 'Addresses, or `Name <address>`.' }),
  cc: taken('`cc`', mailboxes(), { decoded: true }),
  bcc: taken('`bcc`', mailboxes(), { decoded: true }),
  reply_to: taken('`reply_to`', mailboxes({ maxItems: 100 }), {
    decoded: true,
    note: 'Several are all honoured.',
  }),
  subject: taken('`subject`', headerText({ maxLength: 998 }), {
    note: 'Not together with a template, which has its own; an empty one counts as absent there.',
  }),
  html: taken('`html`', text()),
  text: taken('`text`', text(), { note: 'No text is made from the html where this is left out.' }),
  headers: taken('`headers`', Type.Record(Type.String(), Type.String()), {
    // Mailers of Rails send how they encoded a mail of their own; where it has parts, that is no text.
    leftOut: ['content-transfer-encoding'],
    note: 'Except headers that the service writes itself; a Message-ID is kept. Content-Transfer-Encoding is left out: the service encodes what it sends.',
  }),
  attachments: list('`attachments`', attachmentFields, { maxItems: 20 }),
  tags: list(
    '`tags`',
    {
      name: taken('the text before the colon', headerText({ minLength: 1, maxLength: 256 }), {
        required: true,
      }),
      value: taken('the text after the colon', headerText({ maxLength: 256 }), { required: true }),
    },
    { maxItems: 50, note: 'Each is the text `name:value`, of at most 256 characters.' },
  ),
  scheduled_at: taken('`scheduled_for`', text(), {
    note: 'An ISO 8601 instant with `Z` or an offset that has not passed; words such as `in 1 hour` are refused.',
  }),
  template: object('`template_id`', {
    id: taken(
      '`template_id`',
      Type.String({
        pattern: GIVEN_UUID_PATTERN,
        mustBe:
          'the id of a template of this service: create it with POST /v1/templates and give the id it answers',
        examples: ['7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36'],
      }),
      { required: true },
    ),
    variables: taken('`variables`', Type.Record(Type.String(), Type.Unknown())),
  }),
  topic_id: refused(
    'There are no topics: send to an audience with POST /v1/campaigns, whose contacts can unsubscribe.',
  ),
  region: refused('The region is where this service runs: leave it out.'),
  react: refused('Components are rendered by the client: send what they render to as html.'),
} satisfies FieldTable;

/** Section 4.9: the same bodies in a batch, without attachments. */
export const batchFields = {
  ...sendFields,
  attachments: refused('A batch carries no files: send this message by itself with POST /emails.'),
} satisfies FieldTable;
