import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { approveSmsTemplate } from '../../src/commands/sms/smsTemplate.ts';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import { type Answer, type ApiFixture, apiFixture, listOf } from '../support/apiFixture.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { renderer, smsBody } from '../support/smsFixture.ts';
import { issuesOf } from './compat/cases.ts';

/** A used Idempotency-Key with the same request, and with another one. */

interface Context {
  api: ApiFixture;
  warned: Record<string, unknown>[];
  counted: string[];
}

const test = suite<Context>('issue 49, 3: used keys');
test.before.each(async (context) => {
  const [warned, counted]: [Record<string, unknown>[], string[]] = [[], []];
  const log = { ...quietLog, warn: (fields: unknown) => warned.push(fields as Record<string, unknown>) };
  const metrics = { ...noMetrics, count: (name: string) => counted.push(name) };
  const api = await apiFixture({ context: { log, metrics, renderer } as object });
  await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'Code {{ code }}' });
  Object.assign(context, { api, warned, counted });
});
test.after.each(async ({ api }) => api.close());

const saying = ({ headers }: Answer) => [headers['idempotent-replayed'], headers['idempotency-mismatch']];
const MISMATCHES = 'postledger_idempotency_mismatches_total';

const native = { from: 'Shop <a@b.co>', to: 'x@y.co', subject: 's', text: 't' };
const full = {
  ...native,
  cc: ['c@y.co', 'd@y.co'],
  reply_to: 'r@b.co',
  html: '<p>t</p>',
  headers: { 'X-A': '1', 'X-B': '2' },
  tags: ['b', 'a'],
  attachments: [{ filename: 'a.txt', type: 'text/plain', content: 'aGVsbG8gd29ybGQ=' }],
  scheduled_for: '2030-01-01T10:00:00+02:00',
};
const compat = { from: 'Shop <a@b.co>', to: ['x@y.co'], subject: 's', text: 't' };
const personal = {
  from: { email: 'a@b.co', name: 'Shop' },
  personalizations: [{ to: [{ email: 'x@y.co' }] }, { to: [{ email: 'z@y.co' }] }],
  ...{ subject: 's', content: [{ type: 'text/plain', value: 't' }] },
};

type Change = readonly [path: string, first: unknown, again: unknown];

/** What asks for the same in other words. */
const SAME: readonly Change[] = [
  ['/v1/emails', native, { ...native, to: ['x@y.co'] }],
  ['/v1/emails', native, { ...native, to: 'X@Y.CO', from: 'Shop <A@b.co>' }],
  ['/v1/emails', native, { ...native, from: 'a@b.co', from_name: 'Shop' }],
  ['/v1/emails', native, { text: 't', subject: 's', to: 'x@y.co', from: '"Shop" <a@b.co>' }],
  [
    '/v1/emails',
    native,
    { ...native, track_opens: true, message_stream: 'transactional', tags: [], headers: {} },
  ],
  ['/v1/emails', { ...native, to: 'x@b\u00fccher.co' }, { ...native, to: 'x@xn--bcher-kva.co' }],
  ['/v1/emails', full, { ...full, tags: ['a', 'b'], headers: { 'X-B': '2', 'X-A': '1' } }],
  ['/v1/emails', full, { ...full, scheduled_for: '2030-01-01T08:00:00Z' }],
  [
    '/v1/emails',
    full,
    {
      ...full,
      attachments: [{ disposition: 'attachment', ...full.attachments[0], content: 'aGVsbG8g\r\nd29ybGQ' }],
    },
  ],
  ['/emails', compat, { ...compat, to: 'x@y.co', cc: [], html: '', reply_to: null }],
  ['/emails', compat, { ...compat, from: '=?utf-8?q?Shop?= <a@b.co>' }],
  [
    '/emails',
    { ...compat, attachments: [{ filename: 'a.pdf', content: 'aGVsbG8=' }] },
    {
      ...compat,
      attachments: [{ filename: 'a.pdf', content: { type: 'Buffer', data: [...Buffer.from('hello')] } }],
    },
  ],
  [
    '/v3/mail/send',
    personal,
    {
      ...personal,
      attachments: [],
      personalizations: [{ to: [{ email: 'X@y.co', name: null }] }, personal.personalizations[1]],
    },
  ],
  ['/v1/emails/batch', [native, native], [{ ...native, to: ['x@y.co'] }, native]],
  ['/emails/batch', [compat, compat], [{ ...compat, to: 'x@y.co' }, compat]],
  ['/v1/sms', smsBody, { ...smsBody, tags: [] }],
  [
    '/v1/sms',
    { ...smsBody, variables: { code: '1', name: 'A' }, metadata: { a: { x: 1, y: [2] }, b: 2 } },
    { ...smsBody, variables: { name: 'A', code: '1' }, metadata: { b: 2, a: { y: [2], x: 1 } } },
  ],
];

for (const [at, [path, first, again]] of SAME.entries())
  test(`${path} ${at}: the same in other words is a replay and nothing more`, async ({
    api,
    counted,
    warned,
  }) => {
    const call = (body: unknown) => api.call('POST', path, { body, idempotencyKey: 'k' });
    const before = await call(first);
    assert.ok(before.status < 300, before.text);
    assert.equal(saying(before), [undefined, undefined]);
    const { length } = api.store.log;
    for (const body of [first, again]) {
      const answer = await call(body);
      assert.equal([answer.status, answer.text], [before.status, before.text]);
      assert.equal(saying(answer), ['true', undefined]);
    }
    assert.equal([api.store.log.length, warned.length, counted.includes(MISMATCHES)], [length, 0, false]);
  });

const other = (change: object) => ({ ...full, ...change });
const CHANGES: readonly object[] = [
  ...[
    { from: 'Shops <a@b.co>' },
    { from: 'Shop <a2@b.co>' },
    { to: 'x2@y.co' },
    { to: ['x@y.co', 'z@y.co'] },
  ],
  ...[{ cc: ['c@y.co'] }, { bcc: 'e@y.co' }, { reply_to: 'r2@b.co' }, { subject: 'S' }, { text: 't ' }],
  ...[
    { html: '<p>u</p>' },
    { html: 'x'.repeat(70_000) },
    { headers: { 'X-A': '2', 'X-B': '1' } },
    { tags: ['a'] },
  ],
  ...[{ batch_id: 'b' }, { message_stream: 'broadcast' }, { track_opens: false }, { track_clicks: false }],
  { scheduled_for: '2030-01-01T10:00:00Z' },
  ...[
    { filename: 'b.txt' },
    { content: 'aGVsbG8=' },
    { type: 'text/csv' },
    { disposition: 'inline' },
    { contentId: 'c' },
  ].map((change) => ({ attachments: [{ ...full.attachments[0], ...change }] })),
];

test('/v1/emails: another request gets the first receipt, and all who should know are told', async ({
  api,
  ...told
}) => {
  const call = (body: unknown, idempotencyKey: string) =>
    api.call('POST', '/v1/emails', { body, idempotencyKey });
  for (const [at, change] of CHANGES.entries()) {
    const first = await call(full, `k${at}`);
    const { length } = api.store.log;
    for (let times = 0; times < 3; times++) {
      const answer = await call(other(change), `k${at}`);
      assert.equal([answer.status, answer.text], [202, first.text], JSON.stringify(change).slice(0, 100));
      assert.equal(saying(answer), ['true', 'true'], JSON.stringify(change).slice(0, 100));
    }
    // One event, however often it comes.
    assert.equal(
      api.store.log.slice(length).map(({ type, data, stream }) => [type, data, stream]),
      [['KeyReused', { messageId: first.body.id }, `keyreuse-${first.body.id}`]],
    );
    assert.equal(saying(await call(full, `k${at}`)), ['true', undefined]);
  }
  assert.is(told.counted.filter((name) => name === MISMATCHES).length, 3 * CHANGES.length);
  assert.is(told.warned.length, 3 * CHANGES.length);
  const { log } = api.store;
  assert.is(
    told.warned[0]?.message,
    log.find(({ type }) => type === 'KeyReused')?.stream.slice('keyreuse-'.length),
  );
});

test('a variable of a template, its name and its own reference count; the order of variables does not', async ({
  api,
}) => {
  const fields = { friendly_name: 't', name: 'T', subject: 'Hi', text: 'x' };
  const { body } = await api.call('POST', '/v1/templates', { body: fields });
  const by = (variables: unknown, reference: object = { template_id: body.id }) =>
    api.call('POST', '/v1/emails', {
      body: { from: 'a@b.co', to: 'x@y.co', ...reference, variables },
      idempotencyKey: 'k',
    });
  await by({ a: 1, b: { c: [1, 2], d: null } });
  await api.call('PATCH', `/v1/templates/${body.id}`, { body: { subject: 'Ho' } });
  assert.equal(saying(await by({ b: { d: null, c: [1, 2] }, a: 1 })), ['true', undefined]);
  for (const changed of [
    { a: 1 },
    { a: 1, b: { c: [2, 1], d: null } },
    { a: '1', b: { c: [1, 2], d: null } },
  ])
    assert.equal(saying(await by(changed)), ['true', 'true']);
  const byName = await by({ a: 1, b: { c: [1, 2], d: null } }, { template_friendly_name: 't' });
  assert.equal(saying(byName), ['true', 'true']);
});

test('/emails and /v1/emails share their keys: another request is refused with the first id', async ({
  api,
  counted,
}) => {
  const first = await api.call('POST', '/v1/emails', { body: native, idempotencyKey: 'k' });
  const same = await api.call('POST', '/emails', { body: compat, idempotencyKey: 'k' });
  assert.equal([same.status, same.body.id, ...saying(same)], [200, first.body.id, 'true', undefined]);
  const answer = await api.call('POST', '/emails', {
    body: { ...compat, subject: 'S' },
    idempotencyKey: 'k',
  });
  assert.is(answer.status, 422);
  assert.equal(
    issuesOf(answer).map(({ path }) => path),
    ['/Idempotency-Key'],
  );
  assert.match(
    String(answer.body.message),
    `/Idempotency-Key was used for another request, which became ${first.body.id}`,
  );
  assert.equal([saying(answer), counted.includes(MISMATCHES)], [[undefined, undefined], false]);
});

test('/v3/mail/send: another personalization is refused, and named', async ({ api }) => {
  const call = (body: object) => api.call('POST', '/v3/mail/send', { body, idempotencyKey: 'k' });
  const first = await call(personal);
  const [one] = personal.personalizations;
  const answer = await call({ ...personal, personalizations: [one, { to: [{ email: 'w@y.co' }] }] });
  assert.is(answer.status, 422);
  assert.equal(
    issuesOf(answer).map(({ path }) => path),
    ['/Idempotency-Key', '/personalizations/1'],
  );
  assert.match(answer.text, String(first.headers['x-message-id']));
  assert.is((await call({ ...personal, subject: 'S' })).status, 422);
});

/** Takes elements out of the log, as a crash would have left it. */
function lose({ store }: ApiFixture, ids: readonly string[]): void {
  for (const id of ids)
    store.log.splice(
      store.log.findIndex(({ stream }) => stream === `email-${id}`),
      1,
    );
}
const idsOf = ({ body }: Answer) => listOf(body.data).map(({ id }) => String(id));
const acceptedIn = ({ store }: ApiFixture) => store.log.filter(({ type }) => type === 'EmailAccepted').length;

const MODES: readonly Record<string, string>[] = [{}, { 'x-batch-validation': 'permissive' }];
for (const headers of MODES)
  test(`/emails/batch ${JSON.stringify(headers)}: the first element that differs is named, and nothing is filled in`, async ({
    api,
  }) => {
    const call = (body: unknown) => api.call('POST', '/emails/batch', { body, headers, idempotencyKey: 'k' });
    const elements = ['1', '2', '3', '4'].map((subject) => ({ ...compat, subject }));
    const ids = idsOf(await call(elements));
    lose(api, ids.slice(3));
    for (const [at, sent] of [
      [1, elements.map((one, place) => (place === 1 || place === 2 ? { ...one, text: 'u' } : one))],
      [0, elements.toReversed()],
      [2, elements.slice(0, 2)],
      [4, [...elements, compat]],
      [2, elements.map((one, place) => (place === 2 ? { ...one, text: 'u' } : one))],
    ] as const) {
      const answer = await call(sent);
      assert.is(answer.status, 422, answer.text);
      assert.equal(
        issuesOf(answer).map(({ path }) => path),
        ['/Idempotency-Key', `/${at}`],
      );
      assert.match(answer.text, ids[0] ?? '');
      assert.is(acceptedIn(api), 3);
    }
    const healed = await call(elements);
    assert.equal([healed.status, ...saying(healed), acceptedIn(api)], [200, 'true', undefined, 4]);
    assert.equal(idsOf(healed), ids);
  });

test('/v1/emails/batch: another request gets the first receipt only where the log has all of it', async ({
  api,
}) => {
  const call = (body: unknown) => api.call('POST', '/v1/emails/batch', { body, idempotencyKey: 'k' });
  const elements = ['1', '2', '3'].map((subject) => ({ ...native, subject }));
  const first = await call(elements);
  const others = [elements.slice(0, 2), [...elements, native], elements.toReversed()];
  for (const sent of others) {
    const answer = await call(sent);
    assert.equal([answer.status, answer.text, ...saying(answer)], [202, first.text, 'true', 'true']);
  }
  lose(api, idsOf(first).slice(2));
  for (const sent of others) {
    const answer = await call(sent);
    assert.is(answer.status, 422);
    assert.is(issuesOf(answer)[0]?.path, '/Idempotency-Key');
    assert.is(acceptedIn(api), 2);
  }
  assert.equal(saying(await call(elements)), ['true', undefined]);
  assert.is(acceptedIn(api), 3);
});

test('of two different requests that race for a key one is sent, and the other one is told', async ({
  api,
}) => {
  const bodies = Array.from({ length: 20 }, (_, n) => ({ ...native, subject: `s${n % 2}` }));
  const answers = await Promise.all(
    bodies.map((body) => api.call('POST', '/v1/emails', { body, idempotencyKey: 'race' })),
  );
  assert.is(acceptedIn(api), 1);
  const subject = String(answers[0]?.body.subject);
  assert.is(answers.filter((answer) => saying(answer)[0] === undefined).length, 1);
  for (const [at, answer] of answers.entries())
    assert.is(saying(answer)[1], bodies[at]?.subject === subject ? undefined : 'true');
});

test('where no hash is known only the replay is said', async ({ api }) => {
  for (const path of ['/v1/emails', '/emails', '/v1/emails/batch', '/emails/batch']) {
    const isBatch = path.endsWith('batch');
    const call = (subject: string) => {
      const body = { ...compat, subject };
      return api.call('POST', path, { body: isBatch ? [body] : body, idempotencyKey: path });
    };
    const first = await call('s');
    for (const { type, data } of api.store.log)
      if (type === 'EmailAccepted') Reflect.deleteProperty(data as EmailAccepted, 'requestHash');
    const answer = await call('S');
    assert.equal(
      [answer.status, answer.text, ...saying(answer)],
      [first.status, first.text, 'true', undefined],
    );
  }
});

test('a log that takes nothing costs no answer', async ({ api, warned }) => {
  const call = (body: unknown) => api.call('POST', '/v1/emails', { body, idempotencyKey: 'k' });
  const first = await call(native);
  const { append } = api.store;
  const appendOnlyMails: typeof append = async (stream, ...rest) => {
    if (stream.startsWith('keyreuse-')) throw new Error('full');
    return append(stream, ...rest);
  };
  api.store.append = appendOnlyMails;
  const answer = await call({ ...native, subject: 'S' });
  assert.equal([answer.status, answer.text, ...saying(answer)], [202, first.text, 'true', 'true']);
  assert.is(warned.length, 2);
});

test('the headers are in the description of each keyed call', async ({ api }) => {
  const { body } = await api.call('GET', '/openapi.json', { key: null });
  for (const [path, status, names] of [
    ['/v1/emails', '202', ['Idempotent-Replayed', 'Idempotency-Mismatch']],
    ['/v1/emails/batch', '202', ['Idempotent-Replayed', 'Idempotency-Mismatch']],
    ['/v1/sms', '202', ['Idempotent-Replayed', 'Idempotency-Mismatch']],
    ['/emails', '200', ['Idempotent-Replayed']],
    ['/emails/batch', '200', ['Idempotent-Replayed']],
    ['/v3/mail/send', '202', ['Idempotent-Replayed']],
  ] as const) {
    const answer = body.paths?.[path]?.post?.responses?.[status];
    assert.equal(Object.keys(answer?.headers ?? {}), names, path);
    assert.not.match(JSON.stringify(answer?.content ?? {}), /Idempotent-Replayed/);
  }
});

test.run();
