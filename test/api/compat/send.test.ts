import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everyField } from '../../../src/api/compat/fieldTable.ts';
import { sendFields } from '../../../src/api/compat/sendFields.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { accepted, issuesOf, tryCase } from './cases.ts';
import { cases, good } from './sendCases.ts';

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
  context.template = String(body.id);
});
test.after(async ({ api }) => api.close());

for (const one of cases)
  test(`${one.field} ${JSON.stringify(one.change).slice(0, 80)}`, ({ api }) =>
    tryCase(api, one, (change) => api.call('POST', '/emails', { body: { ...good, ...change } })));

test('every field of the table has a case', () => {
  const tried = new Set(cases.map(({ field }) => field));
  const own = ['attachments[].inline_content_id', 'attachments[].content_id', 'attachments[].content_type'];
  const missing = everyField(sendFields).filter(([name]) => !tried.has(name) && !own.includes(name));
  assert.equal(missing, []);
});

test('attachments: contents of each kind, types, inline ones', async ({ api }) => {
  const attachments = [
    { filename: 'a.PDF', content: 'QUI=' },
    { filename: 'b', content: [65, 66], content_type: 'text/x-b' },
    { filename: 'c.png', content: { type: 'Buffer', data: [65, 66] }, content_id: 'logo' },
    { filename: 'd.jpg', content: Buffer.from('AB'), inline_content_id: 'photo' },
    // What every object has without being given it is no type.
    { filename: 'e.constructor', content: 'QUI=' },
    { filename: 'f.__proto__', content: 'QUI=' },
    // A short name of a type.
    { filename: 'g', content: 'QUI=', content_type: 'PDF' },
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
      ['e.constructor', 'application/octet-stream', 'attachment', null],
      ['f.__proto__', 'application/octet-stream', 'attachment', null],
      ['g', 'application/pdf', 'attachment', null],
    ],
  );
  for (const { content } of message?.attachments ?? [])
    assert.is((await api.blobs.get(content)).toString(), 'AB');
});

test('a template with variables; no body together with it', async ({ api, template }) => {
  const sent = {
    from: 'a@b.co',
    to: 'x@y.co',
    template: { id: template.toUpperCase(), variables: { name: 'Ann' } },
  };
  const empty = { subject: '', html: '', text: null };
  for (const body of [sent, { ...sent, ...empty }]) {
    const answer = await api.call('POST', '/emails', { body });
    assert.is(answer.status, 200, answer.text);
    const message = accepted(api).at(-1);
    assert.equal([message?.template?.templateId, message?.subject], [template, 'Hi {{ name }}']);
    assert.equal(message?.template?.variables, { inline: '{"name":"Ann"}' });
  }
  for (const field of ['subject', 'html', 'text']) {
    const answer = await api.call('POST', '/emails', { body: { ...sent, [field]: 'x' } });
    assert.equal(issuesOf(answer), [
      { path: `/${field}`, message: 'must not be given together with a template' },
    ]);
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

test('one space of keys with /v1/emails; a replay answers the same, also when its time has passed', async ({
  api,
}) => {
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

test('a name that gets longer by its quotes is no part of the address', async ({ api }) => {
  for (const name of [`${'x'.repeat(978)},`, '"'.repeat(970)]) {
    const answer = await api.call('POST', '/emails', {
      body: { ...good, to: `${name} <Bounce@example.com>` },
    });
    assert.is(answer.status, 200, answer.text);
    const [recipient] = accepted(api).at(-1)?.recipients ?? [];
    assert.equal([recipient?.address, recipient?.sandbox], ['Bounce@example.com', true]);
  }
});

test('an empty list asks for nothing in place of a list or an object, and is no time, text or switch', async ({
  api,
}) => {
  const nothing = { cc: [], bcc: [], reply_to: [], tags: [], attachments: [], headers: [] };
  assert.is((await api.call('POST', '/emails', { body: { ...good, ...nothing } })).status, 200);
  for (const field of ['scheduled_at', 'html']) {
    const answer = await api.call('POST', '/emails', { body: { ...good, [field]: [] } });
    assert.equal(
      issuesOf(answer).map(({ path }) => path),
      [`/${field}`],
    );
  }
  const mail = {
    ...{ from: { email: 'a@b.co' }, subject: 's', content: [{ type: 'text/plain', value: 't' }] },
    personalizations: [{ to: [{ email: 'x@y.co' }], headers: [], cc: [] }],
  };
  assert.is(
    (await api.call('POST', '/v3/mail/send', { body: { ...mail, headers: [], categories: [] } })).status,
    202,
  );
  for (const body of [
    { ...mail, send_at: [] },
    { ...mail, tracking_settings: { open_tracking: { enable: [] } } },
  ])
    assert.is((await api.call('POST', '/v3/mail/send', { body })).status, 422);
});

test.run();
