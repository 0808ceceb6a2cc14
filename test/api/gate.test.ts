import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApiKey } from '../../src/commands/workspace/apiKeys.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { revokeApiKey } from '../../src/commands/workspace/revokeApiKey.ts';
import { SCOPES } from '../../src/commands/workspace/scopes.ts';
import { type Answer, type ApiFixture, apiFixture } from '../support/apiFixture.ts';

const body = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
const send = { body, idempotencyKey: 'k' };

const gate = suite<{ api: ApiFixture }>('gate');
gate.before.each(async (context) => {
  context.api = await apiFixture();
});
gate.after.each(async ({ api }) => api.close());

function refused(answer: Answer, status: number, code: string): void {
  assert.is(answer.status, status, answer.text);
  assert.is(answer.body.error?.code as unknown, code);
  assert.type(answer.body.error?.message, 'string');
  assert.match(String(answer.headers['content-type']), /^application\/json/);
}

gate('answers unknown paths and methods before it asks for a key', async ({ api }) => {
  refused(await api.call('POST', '/v1/attachments', { key: null }), 404, 'not_found');
  refused(await api.call('GET', '/v1/emails/x', { key: null }), 404, 'not_found');
  const wrong = await api.call('GET', '/v1/emails', { key: null });
  refused(wrong, 405, 'method_not_allowed');
  assert.is(wrong.headers.allow, 'OPTIONS, POST');
  const byId = await api.call('POST', '/v1/templates/x', { key: null });
  assert.is(byId.headers.allow, 'DELETE, GET, HEAD, OPTIONS, PATCH');
  const options = await api.call('OPTIONS', '/v1/emails', { key: null });
  assert.equal([options.status, options.headers.allow, options.text], [204, 'OPTIONS, POST', '']);
  refused(await api.call('OPTIONS', '/nope', { key: null }), 404, 'not_found');
  refused(await api.call('GET', '/v1/templates/%zz', { key: null }), 400, 'bad_request');
});

gate('issue 49, 3: a doubled or final slash in a path changes nothing', async ({ api }) => {
  for (const path of ['/v1/emails/', '//v1/emails', '/v1//emails', '//v1///emails//']) {
    const [plain, slashed] = await Promise.all([
      api.call('POST', '/v1/emails', send),
      api.call('POST', path, send),
    ]);
    assert.equal([slashed.status, slashed.text], [plain.status, plain.text], path);
    refused(await api.call('POST', path, { ...send, key: null }), 401, 'unauthorized');
    const wrong = await api.call('GET', path, { key: null });
    refused(wrong, 405, 'method_not_allowed');
    assert.is(wrong.headers.allow, 'OPTIONS, POST', path);
    assert.is((await api.call('OPTIONS', path, { key: null })).headers.allow, 'OPTIONS, POST', path);
  }
  // The form of refusals is that of the path.
  for (const path of [
    '/emails/',
    '//emails',
    '/emails//batch/',
    '//v3/mail/send/',
    '/v1/sms/',
    '//nope/',
    '/',
  ])
    assert.is(
      (await api.call('POST', path, { key: null })).text,
      (await api.call('POST', path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1'), { key: null })).text,
      path,
    );
  assert.is((await api.call('GET', '/healthz/', { key: null })).status, 200);
  for (const path of ['/u/x/', '//u//x', '/o//x', '/c/x//'])
    assert.is((await api.call('GET', path, { key: null })).status, 404, path);
  const query = await api.call('GET', '/v1/contacts/?limit=//', {});
  assert.match(query.text, /limit/);
  // A slash that is encoded is a part of a name.
  refused(await api.call('GET', '/v1%2Femails', { key: null }), 404, 'not_found');
  const page = await api.call('GET', '/docs/', { key: null });
  assert.is(page.status, 200);
  // Its links are relative.
  assert.match(page.text, /src="\.\/static\//);
  for (const path of ['/docs', '//docs', '///docs?a=//b'])
    assert.match((await api.call('GET', path, { key: null })).text, /src="\/docs\/static\//, path);
});

gate('asks for a key that is whole, known, in time and not revoked', async ({ api }) => {
  const unauthorized = async (authorization: string | undefined) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await api.call('POST', '/v1/emails', { ...send, key: null, headers });
    refused(answer, 401, 'unauthorized');
    assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
  };
  const { key } = api;
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    key,
    `Basic ${key}`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`,
    `Bearer ${key} ${key}`,
    `Bearer pl_${'ä'.repeat(43)}`,
    `Bearer ${'a'.repeat(10_000)}`,
  ])
    await unauthorized(header);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR ']) {
    const headers = { authorization: `${scheme} ${key}` };
    assert.is((await api.call('POST', '/v1/emails', { ...send, key: null, headers })).status, 202);
  }
});

gate('refuses an expired key from the very millisecond', async ({ api }) => {
  const key = await api.keyWith(['email:send'], { expiresAtMs: api.clock.nowMs() + 1_000 });
  assert.is((await api.call('POST', '/v1/emails', { ...send, key })).status, 202);
  await api.clock.advance(999);
  assert.is((await api.call('POST', '/v1/emails', { ...send, key })).status, 202);
  await api.clock.advance(1);
  refused(await api.call('POST', '/v1/emails', { ...send, key }), 401, 'unauthorized');
});

gate('refuses a revoked key within half a second, or at once when told', async ({ api }) => {
  const revoke = async (key: string) => {
    const keys = await api.models.apiKeys.page({ index: 'byWorkspace', equals: [api.workspace], limit: 10 });
    const id = keys.find(({ document }) => document.scopes.length === 1 && !document.revokedAt)?.key ?? '';
    assert.is((await api.call('POST', '/v1/emails', { ...send, key })).status, 202);
    await revokeApiKey(api.ledger, api.origin, id);
  };
  const one = await api.keyWith(['email:send']);
  await revoke(one);
  await api.clock.advance(500);
  refused(await api.call('POST', '/v1/emails', { ...send, key: one }), 401, 'unauthorized');
  const other = await api.keyWith(['email:send']);
  await revoke(other);
  api.keyRevoked();
  refused(await api.call('POST', '/v1/emails', { ...send, key: other }), 401, 'unauthorized');
});

gate('knows a key as soon as the read model does', async () => {
  const api = await apiFixture({ autoProject: false });
  const options = { scopes: ['email:send'], name: null, expiresAtMs: null };
  const { key } = await createApiKey(api.ledger, api.origin, options);
  refused(await api.call('POST', '/v1/emails', { ...send, key }), 401, 'unauthorized');
  await api.project();
  assert.is((await api.call('POST', '/v1/emails', { ...send, key })).status, 202);
  await api.close();
});

gate('refuses a key without the scope, also when more is wrong', async ({ api }) => {
  const scopes = SCOPES.filter((scope) => scope !== 'email:send');
  const key = await api.keyWith(scopes);
  for (const url of ['/v1/emails', '/v1/emails/batch']) {
    const answer = await api.call('POST', url, { key, body: '{', headers: { 'content-type': 'text/plain' } });
    refused(answer, 403, 'forbidden');
    assert.match(String(answer.headers['www-authenticate']), /insufficient_scope/);
  }
});

gate('refuses in order: key, scope, idempotency key, media type, body', async ({ api }) => {
  const plain = { 'content-type': 'text/plain' };
  refused(
    await api.call('POST', '/v1/emails', { body: '{', headers: plain, key: null }),
    401,
    'unauthorized',
  );
  refused(
    await api.call('POST', '/v1/emails', { body: '{', headers: plain }),
    400,
    'invalid_idempotency_key',
  );
  const keyed = { idempotencyKey: 'k' };
  refused(
    await api.call('POST', '/v1/emails', { body: '{', headers: plain, ...keyed }),
    415,
    'unsupported_media_type',
  );
  refused(await api.call('POST', '/v1/emails', { body: '{', ...keyed }), 422, 'validation_failed');
});

gate('refuses the media type before the size', async () => {
  const api = await apiFixture({ options: { maxBodyBytes: 1_024 } });
  const large = { body: ' '.repeat(1_025), idempotencyKey: 'k' };
  for (const [name, value] of [
    ['content-type', 'text/plain'],
    ['content-encoding', 'gzip'],
  ] as const) {
    const answer = await api.call('POST', '/v1/emails', { ...large, headers: { [name]: value } });
    refused(answer, 415, 'unsupported_media_type');
  }
  refused(await api.call('POST', '/v1/emails', large), 413, 'payload_too_large');
  await api.close();
});

gate('wants an idempotency key of 1 to 255 characters', async ({ api }) => {
  // Node gives a character for each byte that was sent.
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  for (const [key, status] of [
    ['k', 202],
    ['k'.repeat(255), 202],
    ['k'.repeat(256), 400],
    [utf8('ø'.repeat(255)), 202],
    [utf8('😀'.repeat(255)), 202],
    [utf8('ø'.repeat(256)), 400],
    ['ø'.repeat(255), 202],
    ['ø'.repeat(256), 400],
    ['', 400],
    ['  ', 400],
  ] as const) {
    const single = await api.call('POST', '/v1/emails', { body, idempotencyKey: key });
    assert.is(single.status, status, key);
    const batch = await api.call('POST', '/v1/emails/batch', { body: [body], idempotencyKey: key });
    assert.is(batch.status, status, key);
    if (status === 400) refused(single, 400, 'invalid_idempotency_key');
  }
  assert.is((await api.call('POST', '/v1/emails/batch', { body: [body] })).status, 202);
});

gate('takes JSON in UTF-8 alone', async ({ api }) => {
  const text = JSON.stringify(body);
  const sent = async (headers: Record<string, string>) =>
    (await api.call('POST', '/v1/emails', { body: text, idempotencyKey: 'k', headers })).status;
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ])
    assert.is(await sent({ 'content-type': type }), 202, type);
  for (const type of [
    '',
    'json',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json; charset=latin1',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ])
    assert.is(await sent({ 'content-type': type }), 415, type);
  assert.is(await sent({ 'content-encoding': 'gzip' }), 415);
  assert.is(await sent({ 'content-encoding': 'identity' }), 202);
  const bare = await api.app.inject({
    method: 'POST',
    url: '/v1/emails',
    headers: { authorization: `Bearer ${api.key}`, 'idempotency-key': 'k' },
  });
  assert.is(bare.statusCode, 415);
});

gate('refuses query parameters that a route does not know', async ({ api }) => {
  const answer = await api.call('POST', '/v1/emails?dry_run=1', { ...send });
  refused(answer, 422, 'validation_failed');
  assert.match(answer.text, /"path":"\/dry_run"/);
});

gate('keeps workspaces apart', async ({ api }) => {
  const { id } = await openWorkspace(api.ledger, api.origin, 'other');
  const key = await api.keyWith(SCOPES, { workspace: id });
  const own = await api.call('POST', '/v1/emails', send);
  const others = await api.call('POST', '/v1/emails', { ...send, key });
  assert.equal([own.status, others.status], [202, 202]);
  assert.is.not(own.body.id, others.body.id);
});

gate('adds the flat forms on the paths whose clients read them', async ({ api }) => {
  const sms = await api.call('GET', '/v1/sms/nope');
  assert.is(sms.body.code as unknown, 'not_found');
  assert.is(sms.body.statusCode as unknown, 404);
  const compat = await api.call('PUT', '/emails', {});
  assert.is(compat.body.statusCode as unknown, compat.status);
  assert.type(compat.body.name, 'string');
  const mail = await api.call('PUT', '/v3/mail/send', {});
  assert.type(mail.body.errors, 'object');
  for (const { body: refusal } of [sms, compat, mail]) assert.type(refusal.error, 'object');
});

gate.run();
