import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailAccepted, EmailAttachment } from '../../../src/events/emailAccepted.ts';
import { type Answer, type ApiFixture, apiFixture, listOf } from '../../support/apiFixture.ts';
import { acceptedAs, LETTER_A } from '../compat/cases.ts';

/** Section 2.1 of the interface as a table: field, value, and the path that is refused, or what is stored of it. */
type Case = readonly [
  about: string,
  change: Record<string, unknown>,
  /** Null: accepted. */
  refused: string | null,
  /** What the accepted message must hold. */
  taken?: Partial<EmailAccepted>,
];

const ABSENT = undefined;
const s = (length: number, character = 'a') => character.repeat(length);
const strings = (field: string, min: number, max: number): Case[] => [
  [`${field} at the lower limit`, { [field]: s(min) }, null],
  [`${field} at the upper limit`, { [field]: s(max) }, null],
  [`${field} above`, { [field]: s(max + 1) }, `/${field}`],
  ...(min > 0 ? [[`${field} below`, { [field]: '' }, `/${field}`] as const] : []),
  [`${field} with emoji at the limit`, { [field]: s(max, '😀') }, null],
];
const wrongTypes = (field: string, values: readonly unknown[]): Case[] =>
  values.map((value) => [`${field} as ${JSON.stringify(value)}`, { [field]: value }, `/${field}`] as const);
const headerTexts = (field: string): Case[] =>
  ['\r', '\n', '\0', '\t', '\u007f', '\u0085', '\u2028'].map(
    (character) =>
      [`${field} with ${JSON.stringify(character)}`, { [field]: `a${character}b` }, `/${field}`] as const,
  );
const attachment = { filename: 'a.txt', content: 'QQ==', type: 'text/plain' };
const attached = (about: string, change: Record<string, unknown>, path: string | null): Case => [
  `attachment ${about}`,
  { attachments: [{ ...attachment, ...change }] },
  path === null ? null : `/attachments/0${path}`,
];
const stored = (about: string, change: Partial<EmailAttachment>): Case => [
  `attachment ${about}`,
  { attachments: [{ ...attachment, ...change }] },
  null,
  {
    attachments: [
      {
        ...{ filename: 'a.txt', type: 'text/plain', content: LETTER_A },
        ...{ contentId: null, disposition: 'attachment', ...change },
      },
    ],
  },
];
const header = (name: string, value: unknown, refused: boolean): Case => [
  `header ${name}`,
  { headers: { [name]: value } },
  refused ? `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : null,
];
const noBody = { subject: ABSENT, html: ABSENT, text: ABSENT };
const uuid = '01234567-89ab-4cde-8f01-23456789abcd';

const cases: readonly Case[] = [
  [
    'plain',
    {},
    null,
    {
      ...{ from: 'a@b.co', to: ['x@y.co'], cc: [], bcc: [], replyTo: [], subject: 's', html: null },
      ...{
        text: { inline: 't' },
        template: null,
        headers: {},
        attachments: [],
        tags: [],
        scheduledFor: null,
      },
      ...{ batchId: null, messageStream: 'transactional', trackOpens: true, trackClicks: true },
    },
  ],
  ['unknown field', { priority: 1 }, '/priority'],
  // from
  ['from missing', { from: ABSENT }, '/from'],
  ...wrongTypes('from', [
    null,
    1,
    ['a@b.co'],
    {},
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.co',
    'A <a@b>',
    'a@b.co, c@d.co',
  ]),
  ['from at 320', { from: `${s(299)} <${s(7)}@${s(7)}.co>` }, null],
  ['from at 321', { from: `${s(300)} <${s(7)}@${s(7)}.co>` }, '/from'],
  ['from with the shortest', { from: 'a@b.c' }, null],
  ...headerTexts('from').map(([about, , path]) => [about, { from: 'A\nB <a@b.co>' }, path] as const),
  // from_name
  ...strings('from_name', 1, 255),
  ...wrongTypes('from_name', [null, 1, [], {}]),
  ...headerTexts('from_name'),
  // to, cc, bcc
  ['to missing', { to: ABSENT }, '/to'],
  ...['to', 'cc', 'bcc'].flatMap((field): Case[] => [
    ...wrongTypes(field, [null, 1, {}, [], '', 'a', 'a@b', '.a@b.co', 'a..b@c.co', 'A <a@b.co>']),
    [`${field} item`, { [field]: ['a@b.co', 'nope'] }, `/${field}/1`],
    [`${field} item null`, { [field]: [null] }, `/${field}/0`],
    [`${field} many`, { [field]: Array.from({ length: 1_000 }, (_, at) => `r${at}@b.co`) }, null],
    [`${field} too many`, { [field]: Array.from({ length: 9_000 }, (_, at) => `r${at}@b.co`) }, `/${field}`],
    [`${field} at 320`, { [field]: `${s(315)}@b.co` }, null],
    [`${field} at 321`, { [field]: `${s(316)}@b.co` }, `/${field}`],
  ]),
  ['cc and bcc', { cc: 'c@b.co', bcc: 'd@b.co' }, null, { cc: ['c@b.co'], bcc: ['d@b.co'] }],
  ['cc in order', { cc: ['c@b.co', 'a@b.co'] }, null, { cc: ['c@b.co', 'a@b.co'], bcc: [] }],
  // reply_to
  ['reply_to', { reply_to: 'r@b.co' }, null, { replyTo: ['r@b.co'] }],
  ...wrongTypes('reply_to', [null, 1, '', 'nope', ['r@b.co'], 'R <r@b.co>', 'r@b.co\r\nX: y']),
  // content
  ...strings('subject', 0, 998),
  ...wrongTypes('subject', [null, 1, [], {}]),
  ...headerTexts('subject'),
  ['subject missing', { subject: ABSENT }, '/subject'],
  ['html alone', { text: ABSENT, html: '<p>x</p>' }, null],
  ['html and text', { html: '<p>x</p>' }, null],
  ['no content', { text: ABSENT }, '/html'],
  ['empty content', { text: '', html: '' }, '/html'],
  ['empty html together with text', { html: '' }, null],
  ...wrongTypes('html', [null, 1, [], {}]),
  ...wrongTypes('text', [null, 1, [], {}]),
  ['text with line breaks', { text: 'a\r\nb\tc' }, null],
  ['text of a megabyte', { text: s(1_000_000) }, null],
  ['texts that escape badly', { text: s(60_000, '\u0001'), html: s(65_000, '"') }, null],
  // template
  ['unknown template_id', { ...noBody, template_id: uuid }, '/template_id'],
  ['unknown template name', { ...noBody, template_friendly_name: 'x' }, '/template_friendly_name'],
  ...wrongTypes('template_id', [null, 1, '', 'x', `${uuid}0`]).map(
    ([about, change, path]) => [about, { ...noBody, ...change }, path] as const,
  ),
  ...wrongTypes('template_friendly_name', [null, 1, '', s(256)]).map(
    ([about, change, path]) => [about, { ...noBody, ...change }, path] as const,
  ),
  ['template and subject', { ...noBody, template_id: uuid, subject: 's' }, '/subject'],
  ['template and html', { ...noBody, template_id: uuid, html: 'x' }, '/html'],
  ['template and text', { ...noBody, template_id: uuid, text: 'x' }, '/text'],
  ['two templates', { ...noBody, template_id: uuid, template_friendly_name: 'x' }, '/template_friendly_name'],
  ['variables', { variables: { a: [null, { b: 1 }] } }, null],
  ...wrongTypes('variables', [null, 1, [], 'x']),
  // tags
  ['tags', { tags: ['b', 'a'] }, null, { tags: ['b', 'a'] }],
  ['no tags', { tags: [] }, null],
  ['50 tags', { tags: Array(50).fill(s(256)) }, null],
  ['51 tags', { tags: Array(51).fill('a') }, '/tags'],
  ['tag empty', { tags: [''] }, '/tags/0'],
  ['tag of 257', { tags: ['a', s(257)] }, '/tags/1'],
  ['tag with a line break', { tags: ['a\nb'] }, '/tags/0'],
  ...wrongTypes('tags', [null, 'a', {}]),
  // headers
  ['headers', { headers: { 'X-Own': 'v', 'x-b': '' } }, null, { headers: { 'X-Own': 'v', 'x-b': '' } }],
  header('X-Own', 'value', false),
  header('X-Own', '', false),
  header('X-Ü', 'value', true),
  header('X Own', 'value', true),
  header('X:Own', 'value', true),
  header('', 'value', true),
  header('X/~Own', 'ok', false),
  header('X-Own', 'a\r\nBcc: x@y.co', true),
  header('X-Own\r\nBcc', 'x@y.co', true),
  header('X-Own', null, true),
  header('X-Own', ['a'], true),
  ...'From To Cc Bcc Sender Subject Reply-To Return-Path Received DKIM-Signature Date MIME-Version X-Postledger-Id'
    .split(' ')
    .flatMap((name) => [header(name, 'x', true), header(name.toUpperCase(), 'x', true)]),
  ...['Content-Type', 'content-transfer-encoding'].map((name) => header(name, 'x', true)),
  header('List-Unsubscribe', '<https://c.example/leave>', false),
  header('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click', false),
  [
    'List-Unsubscribe on broadcast mail',
    { headers: { 'List-Unsubscribe': '<https://c.example/leave>' }, message_stream: 'broadcast' },
    '/headers/List-Unsubscribe',
  ],
  header('References', '<a@b.co>', false),
  header('Message-ID', '<order-7@b.co>', false),
  ...['order-7@b.co', '<a b@b.co>', '<a@b.co> <c@b.co>', ''].map((id) => header('Message-Id', id, true)),
  header('List-Id', 'x', false),
  ['headers of 60 KB', { headers: { 'X-Big': s(60_000) } }, null],
  ['headers of 70 KB', { headers: { 'X-Big': s(70_000) } }, '/headers'],
  ...wrongTypes('headers', [null, 1, [], 'x']),
  // attachments
  ['no attachments', { attachments: [] }, null],
  ['20 attachments', { attachments: Array(20).fill(attachment) }, null],
  ['21 attachments', { attachments: Array(21).fill(attachment) }, '/attachments'],
  ...wrongTypes('attachments', [null, {}, 'x']),
  stored('plain', {}),
  attached('unknown field', { path: 'https://x.co' }, '/path'),
  ...['filename', 'content', 'type'].map((field) =>
    attached(`without ${field}`, { [field]: ABSENT }, `/${field}`),
  ),
  attached('filename empty', { filename: '' }, '/filename'),
  attached('filename of 255', { filename: s(255) }, null),
  attached('filename of 256', { filename: s(256) }, '/filename'),
  attached('filename with a line break', { filename: 'a\r\nb' }, '/filename'),
  attached('type empty', { type: '' }, '/type'),
  attached('type of 255', { type: `a/${s(253)}` }, null),
  attached('type of 256', { type: `a/${s(254)}` }, '/type'),
  attached('type with a line break', { type: 'a/b\r\nX: y' }, '/type'),
  attached('content empty', { content: '' }, '/content'),
  attached('content without padding', { content: 'QQ' }, null),
  attached('content in lines', { content: 'QUJD\r\nQUJD\n' }, null),
  attached('content of the wrong length', { content: 'QUJDQ' }, '/content'),
  attached('content padded wrongly', { content: 'QQ=' }, '/content'),
  attached('content of padding', { content: '====' }, '/content'),
  attached('content with a space', { content: 'QU JD' }, '/content'),
  attached('content url-safe', { content: 'QU-_' }, '/content'),
  attached('content a data url', { content: 'data:text/plain;base64,QQ==' }, '/content'),
  attached('content null', { content: null }, '/content'),
  stored('contentId', { contentId: 'logo@acme' }),
  attached('contentId empty', { contentId: '' }, '/contentId'),
  attached('contentId of 255', { contentId: s(255) }, null),
  attached('contentId of 256', { contentId: s(256) }, '/contentId'),
  attached('contentId in brackets', { contentId: '<logo>' }, '/contentId'),
  stored('inline', { disposition: 'inline' }),
  stored('inline by its contentId', { contentId: 'logo@acme', disposition: 'inline' }),
  stored('attached by name', { disposition: 'attachment' }),
  attached('disposition', { disposition: 'Inline' }, '/disposition'),
  attached('disposition null', { disposition: null }, '/disposition'),
  // the rest
  ...['2026-03-01T09:00:00Z', '2026-03-01T09:00:00.5+01:00', '1999-01-01T00:00:00Z'].map(
    (at): Case => [`scheduled_for ${at}`, { scheduled_for: at }, null],
  ),
  ...wrongTypes('scheduled_for', [
    null,
    1,
    '',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    'in 1 hour',
    '10000-01-01T00:00:00Z',
  ]),
  ['batch_id', { batch_id: 'b1' }, null, { batchId: 'b1' }],
  ...strings('batch_id', 1, 255),
  ...wrongTypes('batch_id', [null, 1]),
  ['transactional', { message_stream: 'transactional' }, null, { messageStream: 'transactional' }],
  ['broadcast', { message_stream: 'broadcast' }, null, { messageStream: 'broadcast' }],
  ...wrongTypes('message_stream', [null, '', 'outbound', 1]),
  ['opens untracked', { track_opens: false }, null, { trackOpens: false, trackClicks: true }],
  ['clicks untracked', { track_clicks: false }, null, { trackOpens: true, trackClicks: false }],
  ...wrongTypes('track_opens', [null, 'true', 1]),
  ...wrongTypes('track_clicks', [null, 'false', 0]),
];

const table = suite<{ api: ApiFixture }>(`email fields, ${cases.length} cases, single and in a batch`);
table.before(async (context) => {
  context.api = await apiFixture({ autoProject: false });
});
table.after(async ({ api }) => api.close());

function issuesIn(answer: Answer): readonly { readonly path: string }[] {
  return listOf(answer.body.error?.details?.issues).map(({ path }) => ({ path: String(path) }));
}

const good = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };

cases.forEach(([about, change, refused, taken = {}], at) => {
  table(about, async ({ api }) => {
    const email = { ...good, ...change };
    const before = api.store.log.length;
    const single = await api.call('POST', '/v1/emails', { body: email, idempotencyKey: `case ${at}` });
    const batch = await api.call('POST', '/v1/emails/batch', { body: [good, email] });
    for (const [answer, prefix] of [
      [single, ''],
      [batch, '/1'],
    ] as const) {
      // A subject may be empty on a single send alone.
      const isEmptySubject = prefix !== '' && change.subject === '';
      const path = isEmptySubject ? '/subject' : refused;
      if (path === null) {
        assert.is(answer.status, 202, answer.text.slice(0, 500));
        const { id } = prefix === '' ? answer.body : (listOf(answer.body.data)[1] ?? {});
        const message = acceptedAs(api, String(id));
        for (const [name, value] of Object.entries(taken))
          assert.equal(message?.[name as keyof EmailAccepted], value, `${prefix} ${name}`);
        continue;
      }
      assert.is(answer.status, 422, answer.text);
      const issues = issuesIn(answer);
      assert.ok(
        issues.some((issue) => issue.path === prefix + path || issue.path.startsWith(`${prefix}${path}/`)),
        JSON.stringify(issues),
      );
    }
    if (refused !== null) assert.is(api.store.log.length, before, 'a refusal stores nothing');
  });
});

table('every fault is named at once', async ({ api }) => {
  const body = { from: 1, to: ['x'], tags: [1], headers: { From: 'x' }, scheduled_for: 'x', more: 1 };
  const answer = await api.call('POST', '/v1/emails', { body, idempotencyKey: 'all' });
  const issues = issuesIn(answer);
  assert.equal(
    issues.map(({ path }) => path).sort(),
    ['/from', '/headers/From', '/html', '/more', '/scheduled_for', '/subject', '/tags/0', '/to/0'].sort(),
  );
});

for (const [about, body] of [
  ['no array', {}],
  ['empty', []],
  ['101', Array(101).fill(good)],
  ['null', null],
  ['elements of no object', [null, 1, 'x', []]],
] as const) {
  table(`batch: ${about}`, async ({ api }) => {
    assert.is((await api.call('POST', '/v1/emails/batch', { body })).status, 422);
  });
}

table('batch: 100', async ({ api }) => {
  const answer = await api.call('POST', '/v1/emails/batch', { body: Array(100).fill(good) });
  assert.is(answer.status, 202);
  const ids = listOf(answer.body.data).map(({ id }) => String(id));
  assert.is(new Set(ids).size, 100);
});

table.run();
