import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldNames } from '../../../src/api/compat/fieldNames.ts';
import { sendFields } from '../../../src/api/compat/sendFields.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { accepted, type Case, issuesOf, refused, taken, tryCase } from './cases.ts';

/** Every field of the body-and-path shape (specification, section 4.9): honoured, or refused by name. */

interface Context {
  api: ApiFixture;
  template: string;
}

const test = suite<Context>('compat: POST /emails');
test.before(async (context) => {
  context.api = await apiFixture();
  const fields = { friendly_name: 't', name: 'T', subject: 'Hi {{ name }}', text: 'x' };
  const { body } = await context.api.call('POST', '/v1/templates', { body: fields });
  context.template = body.id as unknown as string;
});
test.after(async ({ api }) => api.close());

const good = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
const file = { filename: 'a.pdf', content: 'QQ==' };
const attached = (change: object) => ({ attachments: [{ ...file, ...change }] });
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

const cases: readonly Case[] = [
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
  refused('headers', { headers: { 'Message-ID': '<a@b>' } }, '/headers/Message-ID', /writes itself/),
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
  refused('tags', { tags: ['a:b'] }, '/tags/0'),
  refused('tags', { tags: [{ name: 'a'.repeat(128), value: 'b'.repeat(128) }] }, '/tags/0', /256/),
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

for (const one of cases)
  test(`${one.field} ${JSON.stringify(one.change).slice(0, 80)}`, ({ api }) =>
    tryCase(api, one, (change) => api.call('POST', '/emails', { body: { ...good, ...change } })));

test('every field of the table has a case', () => {
  const tried = new Set(cases.map(({ field }) => field));
  const own = ['attachments[].inline_content_id', 'attachments[].content_id', 'attachments[].content_type'];
  const missing = fieldNames(sendFields).filter((name) => !tried.has(name) && !own.includes(name));
  assert.equal(missing, []);
});

test('attachments: contents of each kind, types, inline ones', async ({ api }) => {
  const attachments = [
    { filename: 'a.PDF', content: 'QUI=' },
    { filename: 'b', content: [65, 66], content_type: 'text/x-b' },
    { filename: 'c.png', content: { type: 'Buffer', data: [65, 66] }, content_id: 'logo' },
    { filename: 'd.jpg', content: Buffer.from('AB'), inline_content_id: 'photo' },
  ];
  const answer = await api.call('POST', '/emails', { body: { ...good, attachments } });
  assert.is(answer.status, 200, answer.text);
  const message = accepted(api).at(-1);
  assert.equal(
    message?.attachments.map((one) => [one.filename, one.type, one.disposition, one.contentId]),
    [
      ['a.PDF', 'application/pdf', 'attachment', null],
      ['b', 'text/x-b', 'attachment', null],
      ['c.png', 'image/png', 'inline', 'logo'],
      ['d.jpg', 'image/jpeg', 'inline', 'photo'],
    ],
  );
  for (const { content } of message?.attachments ?? [])
    assert.is((await api.blobs.get(content)).toString(), 'AB');
});

test('a template with variables; nothing of a body beside it', async ({ api, template }) => {
  const sent = {
    from: 'a@b.co',
    to: 'x@y.co',
    template: { id: template.toUpperCase(), variables: { name: 'Ann' } },
  };
  const beside = { subject: '', html: '', text: null };
  for (const body of [sent, { ...sent, ...beside }]) {
    const answer = await api.call('POST', '/emails', { body });
    assert.is(answer.status, 200, answer.text);
    const message = accepted(api).at(-1);
    assert.equal([message?.template?.templateId, message?.subject], [template, 'Hi {{ name }}']);
    assert.equal(message?.template?.variables, { inline: '{"name":"Ann"}' });
  }
  for (const field of ['subject', 'html', 'text']) {
    const answer = await api.call('POST', '/emails', { body: { ...sent, [field]: 'x' } });
    assert.equal(issuesOf(answer), [{ path: `/${field}`, message: 'must not be given beside a template' }]);
  }
  const id = '00000000-0000-4000-8000-000000000000';
  const unknown = await api.call('POST', '/emails', { body: { ...sent, template: { id } } });
  assert.equal(issuesOf(unknown), [{ path: '/template/id', message: 'names no template of this workspace' }]);
});

test('numbers that lose digits are named, wherever they stand', async ({ api, template }) => {
  const numbers =
    '{"a":[1,12345678901234567890],"b\\"":{"c":1e999,"d":0.1,"e":-1.50,"f":1E3,"g":"1e999"},"h":3.14159265358979323846}';
  const body = `{"from":"a@b.co","to":"x@y.co","template":{"id":"${template}","variables":${numbers}}}`;
  const answer = await api.call('POST', '/emails', { body });
  assert.is(answer.status, 422);
  assert.equal(
    issuesOf(answer).map(({ path }) => path),
    ['/template/variables/a/1', '/template/variables/b"/c', '/template/variables/h'],
  );
});

test('one space of keys with /v1/emails; a replay answers the same, whatever has passed', async ({ api }) => {
  const body = { ...good, scheduled_at: new Date(api.clock.nowMs() + 1_000).toISOString() };
  const first = await api.call('POST', '/emails', { body, idempotencyKey: 'shared' });
  await api.clock.advance(2_000);
  const again = await api.call('POST', '/emails', { body, idempotencyKey: 'shared' });
  const native = await api.call('POST', '/v1/emails', { body: good, idempotencyKey: 'shared' });
  assert.is(first.status, 200, first.text);
  for (const answer of [again, native]) assert.equal(answer.body.id, first.body.id);
  assert.equal((await api.call('POST', '/emails', { body: good, idempotencyKey: '' })).status, 400);
  const [one, other] = [
    await api.call('POST', '/emails', { body: good }),
    await api.call('POST', '/emails', { body: good }),
  ];
  assert.is.not(one.body.id, other.body.id);
});

test.run();
