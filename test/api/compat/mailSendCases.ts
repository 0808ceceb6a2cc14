import type { EmailAttachment } from '../../../src/events/emailAccepted.ts';
import { type Case, LETTER_A, refused, taken } from './cases.ts';
import { ENCODED_NAMES } from './sendCases.ts';

/** Section 4.10 of the specification as a table: a value of each field, and what becomes of it. */

export const good = {
  personalizations: [{ to: [{ email: 'x@y.co' }] }],
  ...{ from: { email: 'a@b.co' }, subject: 's', content: [{ type: 'text/plain', value: 't' }] },
};
const personal = (change: object) => ({ personalizations: [{ ...good.personalizations[0], ...change }] });
const attached = (change: object) => ({ attachments: [{ filename: 'a.pdf', content: 'QQ==', ...change }] });
const stored = (disposition: EmailAttachment['disposition'], contentId: string | null = null) => ({
  attachments: [{ filename: 'a.pdf', type: 'application/pdf', contentId, disposition, content: LETTER_A }],
});
const P = '/personalizations/0';
const CONTROLS = ['\n', '\r\nBcc: x@y.co', '\0', '\u2028'];
const injected = (field: string, change: (text: string) => Case['change'], path: string) =>
  CONTROLS.map((control) => refused(field, change(`a${control}b`), path));
const bad = ['nobody', 'Ann <a@b.co>', '', null, 1, 'a@b.co\nx'];

const recipients = (field: 'to' | 'cc' | 'bcc') => [
  taken(
    `personalizations[].${field}`,
    personal({
      [field]: [
        { email: 'z@y.co', name: 'Zoë, M.' },
        { email: 'w@y.co', name: null },
      ],
    }),
    { [field]: ['"Zoë, M." <z@y.co>', 'w@y.co'] },
  ),
  taken(`personalizations[].${field}[].name`, personal({ [field]: [{ email: 'z@y.co', name: '' }] })),
  ...bad.map((email) =>
    refused(
      `personalizations[].${field}[].email`,
      personal({ [field]: [{ email }] }),
      `${P}/${field}/0/email`,
    ),
  ),
  refused(`personalizations[].${field}`, personal({ [field]: ['z@y.co'] }), `${P}/${field}/0`),
  refused(`personalizations[].${field}`, personal({ [field]: { email: 'z@y.co' } }), `${P}/${field}`),
  refused(
    `personalizations[].${field}`,
    personal({ [field]: [{ email: 'z@y.co', x: 1 }] }),
    `${P}/${field}/0/x`,
  ),
  ...injected(
    `personalizations[].${field}[].name`,
    (name) => personal({ [field]: [{ email: 'z@y.co', name }] }),
    `${P}/${field}/0/name`,
  ),
];

const OTHER = { email: 's@y.co', name: 'Zoë' };

const nothing = (name: string, value: unknown, says: RegExp): Case[] => [
  refused(name, { [name]: value }, `/${name}`, says),
  ...[null, {}, []].map((none) => taken(name, { [name]: none })),
];
const withoutContent = { subject: undefined, content: undefined };

export const cases: readonly Case[] = [
  ...ENCODED_NAMES.flatMap(([name, meant]) => [
    taken(
      'personalizations[].to[].name',
      personal({ to: [{ email: 'z@y.co', name }] }),
      name.startsWith('"') ? {} : { to: [`${meant} <z@y.co>`] },
    ),
    taken(
      'from.name',
      { from: { email: 'a@b.co', name } },
      name.startsWith('"') ? {} : { from: `${meant} <a@b.co>` },
    ),
  ]),
  ...['from', 'reply_to'].map((field) =>
    refused(
      `${field}.name`,
      { [field]: { email: 'a@b.co', name: '=?utf-8?q?=0A?=' } },
      `/${field}/name`,
      /control/,
    ),
  ),
  refused(
    'reply_to_list[].name',
    { reply_to_list: [OTHER, { email: 'a@b.co', name: '=?utf-8?q?=0A?=' }] },
    '/reply_to_list/1/name',
    /control/,
  ),
  ...['to', 'cc', 'bcc'].map((field) =>
    refused(
      `personalizations[].${field}[].name`,
      personal({ [field]: [{ email: 'z@y.co', name: 'a =?utf-8?b?DQo=?=' }] }),
      `${P}/${field}/0/name`,
      /control/,
    ),
  ),
  taken(
    'headers',
    { reply_to: OTHER, headers: { 'reply-to': '=?utf-8?q?Zo=C3=AB?= <s@y.co>' } },
    { replyTo: ['Zoë <s@y.co>'], headers: {} },
  ),
  taken(
    'personalizations[].headers',
    {
      reply_to: { email: 'r@y.co' },
      reply_to_list: [OTHER],
      ...personal({ headers: { 'Reply-To': 'Zoë <s@y.co>, r@y.co' } }),
    },
    { replyTo: ['r@y.co', 'Zoë <s@y.co>'], headers: {} },
  ),
  refused(
    'headers',
    { reply_to: OTHER, headers: { 'Reply-To': 'r@y.co' } },
    '/headers/Reply-To',
    /same addresses/,
  ),
  refused(
    'personalizations[].headers',
    { reply_to: OTHER, ...personal({ headers: { 'Reply-To': 'r@y.co' } }) },
    `${P}/headers/Reply-To`,
    /same addresses/,
  ),
  refused('headers', { headers: { References: '<ö@x.test>' } }, '/headers/References', /ASCII/),
  refused(
    'personalizations[].headers',
    personal({ headers: { 'List-Id': '<ö.x>' } }),
    `${P}/headers/List-Id`,
    /ASCII/,
  ),
  refused('personalizations', { personalizations: [] }, '/personalizations', /at least 1 item/),
  refused('personalizations', { personalizations: undefined }, '/personalizations', /is required/),
  refused(
    'personalizations',
    { personalizations: Array(51).fill(good.personalizations[0]) },
    '/personalizations',
  ),
  refused('personalizations', { personalizations: [null] }, P),
  refused('personalizations', personal({ surprise: 1 }), `${P}/surprise`, /not a known field/),
  ...recipients('to'),
  ...[null, undefined, []].map((to) => refused('personalizations[].to', personal({ to }), `${P}/to`)),
  ...recipients('cc'),
  ...recipients('bcc'),
  taken('personalizations[].cc', personal({ cc: [], bcc: [], headers: [], dynamic_template_data: [] })),
  taken('personalizations[].subject', personal({ subject: 'own' }), { subject: 'own' }),
  ...injected('personalizations[].subject', (subject) => personal({ subject }), `${P}/subject`),
  taken(
    'personalizations[].headers',
    { headers: { 'X-A': '1', 'X-B': '2' }, ...personal({ headers: { 'x-a': '3' } }) },
    { headers: { 'X-B': '2', 'x-a': '3' } },
  ),
  refused('personalizations[].headers', personal({ headers: { Subject: 'x' } }), `${P}/headers/Subject`),
  refused('personalizations[].headers', personal({ headers: { 'X-A': 'x\ny' } }), `${P}/headers/X-A`),
  refused(
    'personalizations[].dynamic_template_data',
    personal({ dynamic_template_data: 'x' }),
    `${P}/dynamic_template_data`,
  ),
  taken('personalizations[].dynamic_template_data', personal({ dynamic_template_data: { a: null } })),
  taken('personalizations[].send_at', personal({ send_at: 1_893_456_000 }), {
    scheduledFor: '2030-01-01T00:00:00.000Z',
  }),
  refused('personalizations[].send_at', personal({ send_at: 1_500_000_000 }), `${P}/send_at`, /has passed/),
  refused('personalizations[].from', personal({ from: { email: 'a@b.co' } }), `${P}/from`, /one sender/),
  refused('personalizations[].custom_args', personal({ custom_args: { a: 'b' } }), `${P}/custom_args`),
  taken('personalizations[].custom_args', personal({ custom_args: {}, substitutions: [], from: null })),
  refused('personalizations[].custom_args', personal({ custom_args: { enable: false } }), `${P}/custom_args`),
  refused(
    'personalizations[].substitutions',
    personal({ substitutions: { '-a-': 'b' } }),
    `${P}/substitutions`,
  ),
  taken('from.email', { from: { email: 'a@b.co', name: 'Acme, Inc.' } }, { from: '"Acme, Inc." <a@b.co>' }),
  taken('from.name', { from: { email: 'a@b.co', name: '' } }, { from: 'a@b.co' }),
  ...bad.map((email) => refused('from.email', { from: { email } }, '/from/email')),
  ...[null, undefined].map((from) => refused('from', { from }, '/from', /is required|an object/)),
  refused('from', { from: 'a@b.co' }, '/from', /an object/),
  ...injected('from.name', (name) => ({ from: { email: 'a@b.co', name } }), '/from/name'),
  taken('reply_to', { reply_to: { email: 'r@b.co', name: 'R' } }, { replyTo: ['R <r@b.co>'] }),
  taken(
    'reply_to_list',
    { reply_to: { email: 'r@b.co' }, reply_to_list: [{ email: 's@b.co', name: 'S' }] },
    { replyTo: ['r@b.co', 'S <s@b.co>'] },
  ),
  refused('reply_to.email', { reply_to: { name: 'x' } }, '/reply_to/email', /is required/),
  refused('reply_to_list[].email', { reply_to_list: [{ email: 'x' }] }, '/reply_to_list/0/email'),
  ...injected('reply_to.name', (name) => ({ reply_to: { email: 'a@b.co', name } }), '/reply_to/name'),
  ...injected(
    'reply_to_list[].name',
    (name) => ({ reply_to_list: [{ email: 'a@b.co', name }] }),
    '/reply_to_list/0/name',
  ),
  taken('subject', { subject: 'x' }, { subject: 'x' }),
  refused('subject', { subject: undefined }, `${P}/subject`, /is required/),
  ...injected('subject', (subject) => ({ subject }), '/subject'),
  taken(
    'content',
    {
      content: [
        { type: 'text/html', value: '<p>' },
        { type: 'text/plain', value: 'x' },
      ],
    },
    { html: { inline: '<p>' }, text: { inline: 'x' } },
  ),
  ...[undefined, null, [], [{ type: 'text/plain', value: '' }]].map((content) =>
    refused('content', { content }, '/content', /is required without a template/),
  ),
  refused(
    'content[].type',
    { content: [{ type: 'text/calendar', value: 'x' }] },
    '/content/0/type',
    /attachments/,
  ),
  refused('content[].type', { content: [{ value: 'x' }] }, '/content/0/type'),
  refused('content[].type', { content: Array(2).fill(good.content[0]) }, '/content/1/type', /twice/),
  refused('content[].value', { content: [{ type: 'text/plain' }] }, '/content/0/value'),
  refused('content', { content: [{ ...good.content[0], x: 1 }] }, '/content/0/x'),
  ...[null, '', '*', 'QQ=', []].map((content) =>
    refused('attachments[].content', attached({ content }), '/attachments/0/content'),
  ),
  ...[null, ''].map((filename) =>
    refused('attachments[].filename', attached({ filename }), '/attachments/0/filename'),
  ),
  ...injected('attachments[].filename', (filename) => attached({ filename }), '/attachments/0/filename'),
  refused('attachments[].type', attached({ type: '' }), '/attachments/0/type'),
  taken('attachments[].disposition', attached({}), stored('attachment')),
  taken('attachments[].disposition', attached({ content_id: 'logo' }), stored('attachment', 'logo')),
  taken(
    'attachments[].disposition',
    attached({ content_id: 'logo', disposition: 'inline' }),
    stored('inline', 'logo'),
  ),
  refused('attachments[].disposition', attached({ disposition: 'x' }), '/attachments/0/disposition'),
  refused('attachments[].content_id', attached({ content_id: '<a>' }), '/attachments/0/content_id'),
  refused('attachments', attached({ name: 'x' }), '/attachments/0/name'),
  refused('attachments', { attachments: Array(21).fill({ filename: 'a', content: 'QQ==' }) }, '/attachments'),
  refused('template_id', { template_id: 'd-x', ...withoutContent }, '/template_id', /of another provider/),
  refused('template_id', { template_id: 'x', ...withoutContent }, '/template_id', /create it with POST/),
  taken('headers', { headers: { 'X-A': '1' } }, { headers: { 'X-A': '1' } }),
  taken('headers', { headers: { 'Message-ID': '<a@b.co>' } }, { headers: { 'Message-ID': '<a@b.co>' } }),
  refused('headers', { headers: { 'Message-ID': 'a@b.co' } }, '/headers/Message-ID', /<left@right>/),
  refused('headers', { headers: { 'message-id': '<a@b.co>\r\nBcc: x@y.co' } }, '/headers/message-id'),
  refused('headers', { headers: { Date: 'x' } }, '/headers/Date'),
  refused('headers', { headers: { 'x-postledger-id': 'x' } }, '/headers/x-postledger-id'),
  taken('categories', { categories: ['a', 'b'] }, { tags: ['a', 'b'] }),
  refused('categories', { categories: 'a' }, '/categories'),
  refused('categories', { categories: ['a', ''] }, '/categories/1'),
  refused('categories', { categories: Array(51).fill('a') }, '/categories'),
  ...injected('categories', (category) => ({ categories: [category] }), '/categories/0'),
  taken('send_at', { send_at: 1_893_456_000 }, { scheduledFor: '2030-01-01T00:00:00.000Z' }),
  taken(
    'send_at',
    { send_at: 1_500_000_000, ...personal({ send_at: 1_893_456_000 }) },
    { scheduledFor: '2030-01-01T00:00:00.000Z' },
  ),
  refused('send_at', { send_at: 1_500_000_000 }, '/send_at', /has passed/),
  ...[1.5, '1893456000', -1, 1_893_456_000_000, 'in 1 hour', true].map((at) =>
    refused('send_at', { send_at: at }, '/send_at'),
  ),
  ...nothing('custom_args', { a: 'b' }, /X-Message-Id/),
  ...nothing('asm', { group_id: 1 }, /unsubscribe groups/),
  ...nothing('batch_id', 'x', /leave it out/),
  ...nothing('ip_pool_name', 'x', /leave it out/),
  ...nothing('sections', { a: 'b' }, /make a template/),
  ...nothing('substitutions', { a: 'b' }, /make a template/),
  refused('unknown', { surprise: 1 }, '/surprise', /^is not a known field$/),
  refused('unknown', { templateId: 'x' }, '/templateId', /it is called template_id/),
  taken('unknown', {
    surprise: null,
    reply_to: null,
    attachments: [],
    categories: [],
    headers: [],
    reply_to_list: [],
  }),
];
