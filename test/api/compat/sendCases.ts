import { type Case, refused, taken } from './cases.ts';

/** Section 4.9 of the specification as a table: a value of each field, and what becomes of it. */

export const good = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
const file = { filename: 'a.pdf', content: 'QQ==' };
const attached = (change: object) => ({ attachments: [{ ...file, ...change }] });
/** Joined by a colon they are 256 and 257 characters. */
const LONGEST_TAG = { name: 'a'.repeat(128), value: 'b'.repeat(127) };
const TOO_LONG_TAG = { name: 'a'.repeat(128), value: 'b'.repeat(128) };
const CONTROLS = ['\r', '\n', '\r\nBcc: x@y.co', '\0', '\t', '\u0085', '\u2028'];
const injected = (field: string, change: (text: string) => Case['change'], path: string) =>
  CONTROLS.map((control) => refused(field, change(`a${control}b`), path));
const mailboxes = (field: 'to' | 'cc' | 'bcc' | 'reply_to', as: 'to' | 'cc' | 'bcc' | 'replyTo') => [
  taken(field, { [field]: 'z@y.co' }, { [as]: ['z@y.co'] }),
  taken(field, { [field]: ['Zoë, M. <z@y.co>', 'w@y.co'] }, { [as]: ['"Zoë, M." <z@y.co>', 'w@y.co'] }),
  ...['nobody', 'a@b', 'Name a@b.co', '<>', '', 'a@b.co, c@d.co', 'Ünï@b.co'].map((bad) =>
    refused(field, { [field]: bad }, `/${field}`, /must be an email address/),
  ),
  refused(field, { [field]: ['a@b.co', 'x'] }, `/${field}/1`),
  refused(field, { [field]: ['a@b.co', null] }, `/${field}/1`),
  refused(field, { [field]: 1 }, `/${field}`),
  refused(field, { [field]: { email: 'a@b.co' } }, `/${field}`),
  ...injected(field, (text) => ({ [field]: `${text} <a@b.co>` }), `/${field}`),
];

export const cases: readonly Case[] = [
  taken('from', { from: 'Acme, Inc. <a@b.co>' }, { from: '"Acme, Inc." <a@b.co>' }),
  ...[null, undefined, 1, 'x', 'a@b', ['a@b.co'], ''].map((from) => refused('from', { from }, '/from')),
  ...injected('from', (text) => ({ from: `${text} <a@b.co>` }), '/from'),
  ...mailboxes('to', 'to'),
  ...[null, undefined, []].map((to) => refused('to', { to }, '/to')),
  ...mailboxes('cc', 'cc'),
  ...mailboxes('bcc', 'bcc'),
  ...mailboxes('reply_to', 'replyTo'),
  refused('reply_to', { reply_to: Array(101).fill('a@b.co') }, '/reply_to', /at most 100/),
  taken('subject', { subject: '' }, { subject: '' }),
  ...[undefined, null].map((subject) => refused('subject', { subject }, '/subject', /is required/)),
  refused('subject', { subject: 'x'.repeat(999) }, '/subject'),
  ...injected('subject', (subject) => ({ subject }), '/subject'),
  taken('html', { html: '<p>x</p>', text: '' }, { html: { inline: '<p>x</p>' }, text: null }),
  refused('html', { html: '', text: null }, '/html', /is required without a template/),
  refused('html', { html: 1 }, '/html'),
  taken('text', { text: 'x\ny' }, { text: { inline: 'x\ny' }, html: null }),
  refused('text', { text: [] as unknown, html: {} }, '/html'),
  taken('headers', { headers: { 'X-A': '1', 'x-b': 'zwei' } }, { headers: { 'X-A': '1', 'x-b': 'zwei' } }),
  taken('headers', { headers: [] }, { headers: {} }),
  refused('headers', { headers: ['a'] }, '/headers'),
  refused('headers', { headers: { 'X-A': 1 } }, '/headers/X-A'),
  refused('headers', { headers: { 'X-A': null } }, '/headers/X-A'),
  taken('headers', { headers: { 'Message-ID': '<a@b>' } }, { headers: { 'Message-ID': '<a@b>' } }),
  refused('headers', { headers: { 'Message-ID': 'a@b' } }, '/headers/Message-ID', /<left@right>/),
  ...['7bit', {}, 'Mail::Encodings::EightBit'].map((encoding) =>
    taken(
      'headers',
      { headers: { 'Content-Transfer-Encoding': encoding, 'X-A': '1' } },
      { headers: { 'X-A': '1' } },
    ),
  ),
  refused('headers', { headers: { 'Content-Type': 'text/html' } }, '/headers/Content-Type', /writes itself/),
  refused('headers', { headers: { 'X-Postledger-Id': 'x' } }, '/headers/X-Postledger-Id', /writes itself/),
  refused('headers', { headers: { 'X A': 'x' } }, '/headers/X A'),
  ...injected('headers', (text) => ({ headers: { 'X-A': text } }), '/headers/X-A'),
  taken('attachments[].filename', attached({ filename: 'Rechnung März.pdf' })),
  ...[null, undefined, false, ''].map((filename) =>
    refused('attachments[].filename', attached({ filename }), '/attachments/0/filename'),
  ),
  ...injected('attachments[].filename', (filename) => attached({ filename }), '/attachments/0/filename'),
  ...[null, undefined, '', '*', 'QQ=', {}, [], [256], [-1], [1.5], ['a'], { type: 'Buffer', data: [] }].map(
    (content) => refused('attachments[].content', attached({ content }), '/attachments/0/content'),
  ),
  ...[{ type: 'Buffer', data: [1], more: 1 }, { type: 'Blob', data: [1] }, 'QQ==QQ=='].map((content) =>
    refused('attachments[].content', attached({ content }), '/attachments/0/content'),
  ),
  refused('attachments[].path', attached({ path: 'https://x.test/a' }), '/attachments/0/path', /as base64/),
  taken('attachments[].path', attached({ path: null })),
  refused('attachments[].content_type', attached({ content_type: 'a\nb' }), '/attachments/0/content_type'),
  refused('attachments[].content_id', attached({ content_id: 'a b' }), '/attachments/0/content_id'),
  refused(
    'attachments[].inline_content_id',
    attached({ content_id: 'a', inline_content_id: 'b' }),
    '/attachments/0/inline_content_id',
  ),
  refused('attachments', { attachments: Array(21).fill(file) }, '/attachments'),
  refused('attachments', { attachments: [null] }, '/attachments/0'),
  ...[{ content: '*' }, { content_type: 'message/partial' }].map((change) =>
    refused(
      'attachments',
      { attachments: [...Array(19).fill(file), { ...file, ...change }] },
      `/attachments/19/${Object.keys(change)[0]}`,
    ),
  ),
  refused(
    'attachments',
    attached({ contentType: 'a/b' }),
    '/attachments/0/contentType',
    /called content_type/,
  ),
  refused('attachments', attached({ surprise: 1 }), '/attachments/0/surprise', /not a known field/),
  taken('tags[].name', { tags: [{ name: 'a', value: 'b' }] }, { tags: ['a:b'] }),
  taken('tags[].value', { tags: [{ name: 'a', value: 'b:c' }] }, { tags: ['a:b:c'] }),
  refused('tags[].name', { tags: [{ value: 'b' }] }, '/tags/0/name'),
  refused('tags[].value', { tags: [{ name: 'b' }] }, '/tags/0/value'),
  refused('tags[].value', { tags: [{ name: 'b', value: 1 }] }, '/tags/0/value'),
  refused('tags[].value', { tags: [{ name: 'b', value: { toString: {} } }] }, '/tags/0/value'),
  refused('tags', { tags: ['a:b'] }, '/tags/0'),
  refused('tags', { tags: [TOO_LONG_TAG] }, '/tags/0', /256/),
  taken('tags', { tags: [LONGEST_TAG] }, { tags: [`${LONGEST_TAG.name}:${LONGEST_TAG.value}`] }),
  refused('tags', { tags: [...Array(49).fill(LONGEST_TAG), TOO_LONG_TAG] }, '/tags/49', /256/),
  refused('tags', { tags: Array(51).fill({ name: 'a', value: 'b' }) }, '/tags'),
  refused('tags', { tags: [{ name: 'a', value: 'b', x: 1 }] }, '/tags/0/x'),
  ...injected('tags[].name', (name) => ({ tags: [{ name, value: 'b' }] }), '/tags/0/name'),
  ...injected('tags[].value', (value) => ({ tags: [{ name: 'a', value }] }), '/tags/0/value'),
  taken(
    'scheduled_at',
    { scheduled_at: '2030-01-01T10:00:00+02:00' },
    { scheduledFor: '2030-01-01T08:00:00.000Z' },
  ),
  ...[
    'in 1 hour',
    'in 1 min',
    'tomorrow at 9',
    'Friday',
    '2030-01-01',
    '2030-02-30T00:00:00Z',
    '1893456000',
    '',
  ].map((at) => refused('scheduled_at', { scheduled_at: at }, '/scheduled_at', /relative times are refused/)),
  refused('scheduled_at', { scheduled_at: '2020-01-01T00:00:00Z' }, '/scheduled_at', /has passed/),
  refused('scheduled_at', { scheduled_at: 1893456000 }, '/scheduled_at'),
  ...['d-0123456789', 'welcome', '', 1].map((id) =>
    refused('template.id', { template: { id } }, '/template/id'),
  ),
  refused('template.id', { template: {} }, '/template/id'),
  refused('template', { template: 'x' }, '/template'),
  refused('template', { template: { id: 'x', version: 1 } }, '/template/version', /not a known field/),
  refused('template.variables', { template: { id: 'x', variables: 'x' } }, '/template/variables'),
  refused('topic_id', { topic_id: 'x' }, '/topic_id', /There are no topics: send to an audience/),
  taken('topic_id', { topic_id: null }),
  refused('region', { region: 'eu-west-1' }, '/region', /leave it out/),
  refused('react', { react: { type: 'p' } }, '/react', /as html/),
  refused('unknown', { surprise: 1 }, '/surprise', /^is not a known field$/),
  refused('unknown', { replyTo: 'a@b.co' }, '/replyTo', /it is called reply_to/),
  // Names that every object has without being given them are no fields of the table.
  ...[{ constructor: [] }, { toString: [] }, { valueOf: [] }].map((change) =>
    refused('unknown', change, `/${Object.keys(change)[0]}`, /^is not a known field$/),
  ),
  refused('unknown', { _Proto__: 1 }, '/_Proto__', /^is not a known field$/),
  refused('attachments', attached({ constructor: [] }), '/attachments/0/constructor', /not a known field/),
  refused('unknown', { message_stream: 'broadcast' }, '/message_stream'),
  taken('unknown', {
    surprise: null,
    tags: null,
    cc: [],
    bcc: [],
    reply_to: [],
    attachments: [],
    headers: [],
  }),
  taken('unknown', { cc: null, scheduled_at: null, template: null, html: null }),
];
