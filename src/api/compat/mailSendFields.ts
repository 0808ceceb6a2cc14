import { Type } from 'typebox';
import { attachmentTypeForm, contentIdForm, filenameForm } from '../emails/emailSchema.ts';
import { emailField, headerText } from '../fields.ts';
import { documentedContent } from './attachments.ts';
import { type FieldTable, list, object, refused, refusedUnlessOff, taken } from './fieldTable.ts';

/** The fields of the personalizations shape, `POST /v3/mail/send` (specification, section 4.10). */

/** Personalizations that one request may hold (spec section 8). */
const PERSONALIZATIONS_MAX = 50;
const LAST_SECOND = 253_402_300_799;

const name = () => taken('the display name', headerText({ maxLength: 255 }), { decoded: true });
const senderAddress = () => Type.String({ minLength: 1, maxLength: 320, examples: ['hello@acme.test'] });
const mailbox = () => ({
  email: taken('the address', emailField(), { required: true }),
  name: name(),
});
const headers = (note = 'Except headers that the service writes itself; a Message-ID is kept.') =>
  taken('`headers`', Type.Record(Type.String(), Type.String()), { note });
const sendAt = (note: string) =>
  taken('`scheduled_for`', Type.Integer({ minimum: 0, maximum: LAST_SECOND }), {
    note: `Unix seconds that have not passed. ${note}`,
  });
const subject = (note: string) => taken('`subject`', headerText({ maxLength: 998 }), { note });

const customArgs = refused(
  'Arguments are not handed back by webhooks: keep them under the id that X-Message-Id answers, or use categories.',
);
const substitutions = refused(
  'Texts are not replaced in a body: make a template with POST /v1/templates, and send dynamic_template_data.',
);

const personalizationFields = {
  to: list('`to`', mailbox(), { required: true, minItems: 1 }),
  cc: list('`cc`', mailbox()),
  bcc: list('`bcc`', mailbox()),
  subject: subject('Replaces the subject of the request.'),
  headers: headers('Each replaces a header of that name of the request.'),
  dynamic_template_data: taken('`variables`', Type.Record(Type.String(), Type.Unknown()), {
    note: 'For the template that template_id names.',
  }),
  send_at: sendAt('Replaces the time of the request.'),
  from: refused('A request has one sender: put it into from, and send one request a sender.'),
  custom_args: customArgs,
  substitutions,
};

const attachmentFields = {
  content: taken('`attachments[].content`', Type.Unknown(), {
    required: true,
    documented: documentedContent,
  }),
  filename: taken('`attachments[].filename`', filenameForm(), { required: true }),
  type: taken('`attachments[].type`', attachmentTypeForm(), {
    note: 'Left out, it follows from the end of the filename. An extension such as `pdf` stands for its type.',
  }),
  disposition: taken(
    '`attachments[].disposition`',
    Type.Union([Type.Literal('attachment'), Type.Literal('inline')]),
    { note: 'Left out, it is `attachment`.' },
  ),
  content_id: taken('`attachments[].contentId`', contentIdForm()),
};

const suppressed =
  'Suppressed recipients are never sent to: remove the address with `postledger suppressions remove`.';

const mailSettingsFields = {
  bypass_list_management: refusedUnlessOff([], suppressed),
  bypass_spam_management: refusedUnlessOff([], suppressed),
  bypass_bounce_management: refusedUnlessOff([], suppressed),
  bypass_unsubscribe_management: refusedUnlessOff([], suppressed),
  footer: refusedUnlessOff(['text', 'html'], 'Write the footer into the content or the template.'),
  sandbox_mode: refusedUnlessOff([], 'Send to an address at the sandbox domain instead; it is simulated.'),
  bcc: refusedUnlessOff(['email'], 'Name the address in the bcc of each personalization.'),
  spam_check: refusedUnlessOff(['threshold', 'post_to_url'], 'Content is not scored: leave it out.'),
};

const enable = (becomes: string) => taken(becomes, Type.Boolean());

const trackingSettingsFields = {
  click_tracking: object('`track_clicks`', {
    enable: enable('`track_clicks`'),
    enable_text: taken('nothing', Type.Boolean(), {
      note: 'Links in the text part are not tracked: `true` is refused unless clicks are not tracked at all.',
    }),
  }),
  open_tracking: object('`track_opens`', {
    enable: enable('`track_opens`'),
    substitution_tag: taken('nothing', Type.String(), {
      note: 'The service finds the place of the image: a tag is refused unless opens are not tracked at all.',
    }),
  }),
  subscription_tracking: refusedUnlessOff(
    ['text', 'html', 'substitution_tag'],
    'Mail to an audience carries one-click unsubscription: send it with POST /v1/campaigns.',
  ),
  ganalytics: refusedUnlessOff(
    ['utm_source', 'utm_medium', 'utm_term', 'utm_content', 'utm_campaign'],
    'Links are not rewritten with such parameters: write them into the links.',
  ),
};

export const mailSendFields = {
  personalizations: list('a message each', personalizationFields, {
    required: true,
    minItems: 1,
    maxItems: PERSONALIZATIONS_MAX,
  }),
  from: object(
    '`from`',
    {
      email: taken('the address', senderAddress(), { required: true }),
      name: name(),
    },
    { required: true },
  ),
  reply_to: object('`reply_to`', mailbox()),
  reply_to_list: list('`reply_to`', mailbox(), {
    maxItems: 100,
    note: 'Adds to reply_to; all are honoured.',
  }),
  subject: subject('Not together with a template, which has its own; an empty one counts as absent there.'),
  content: list('`text` and `html`', {
    type: taken('`text` or `html`', Type.String({ examples: ['text/plain'] }), {
      required: true,
      note: 'text/plain or text/html, each at most once.',
    }),
    value: taken('the text', Type.String({ examples: ['Thank you.'] }), { required: true }),
  }),
  attachments: list('`attachments`', attachmentFields, { maxItems: 20 }),
  template_id: taken('`template_id`', Type.String(), {
    note: 'The id of a template of this service; an id with `d-` at its start is refused.',
  }),
  headers: headers(),
  categories: taken(
    '`tags`',
    Type.Array(headerText({ minLength: 1, maxLength: 256, examples: ['invoice'] }), { maxItems: 50 }),
  ),
  send_at: sendAt('A personalization may have its own.'),
  mail_settings: object('nothing', mailSettingsFields),
  tracking_settings: object('`track_clicks` and `track_opens`', trackingSettingsFields),
  custom_args: customArgs,
  asm: refused(
    'There are no unsubscribe groups: send to an audience with POST /v1/campaigns, whose contacts can unsubscribe.',
  ),
  batch_id: refused('A scheduled batch cannot be cancelled by an id here: leave it out.'),
  ip_pool_name: refused('There are no pools of addresses: leave it out.'),
  sections: refused(
    'Sections are not put into a body: make a template with POST /v1/templates, and send dynamic_template_data.',
  ),
  substitutions,
} satisfies FieldTable;
