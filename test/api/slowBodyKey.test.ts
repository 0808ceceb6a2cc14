import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiKeyHash, apiKeyIdOf } from '../../src/commands/workspace/apiKeySecret.ts';
import { revokeApiKey } from '../../src/commands/workspace/revokeApiKey.ts';
import { decideSuspension } from '../../src/commands/workspace/suspension.ts';
import { type ApiFixture, apiFixture } from '../support/apiFixture.ts';

/** A body may take minutes to come: what its key was allowed at the beginning is no longer so. */
const test = suite<{ api: ApiFixture }>('a key while a body arrives');
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(({ api }) => api.close());

const MAIL = JSON.stringify({ from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' });
const SENDS = ['/v1/emails', '/v1/emails/batch', '/emails', '/v1/contacts'] as const;

/** Calls with a body whose second half comes after `meanwhile`. */
async function slowCall(api: ApiFixture, url: string, key: string, meanwhile: () => Promise<unknown>) {
  const payload = new PassThrough();
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': 'k',
  };
  const answer = api.app.inject({ method: 'POST', url, headers, payload });
  payload.write(MAIL.slice(0, 10));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await meanwhile();
  payload.end(MAIL.slice(10));
  return answer;
}

const eventsOf = ({ store }: ApiFixture) => store.log.filter(({ type }) => type === 'EmailAccepted').length;

for (const url of SENDS)
  test(`one that is revoked before the body of ${url} has come is refused as one that never was`, async ({
    api,
  }) => {
    const key = await api.keyWith(['email:send', 'contact:write']);
    const id = apiKeyIdOf(apiKeyHash(key));
    const unknown = await api.call('POST', url, {
      key: `pl_${'0'.repeat(43)}`,
      body: {},
      idempotencyKey: 'k',
    });
    const answer = await slowCall(api, url, key, async () => {
      await revokeApiKey(api.ledger, api.origin, id);
      api.keyRevoked();
      api.clock.pass(500);
    });
    assert.is(answer.statusCode, 401, answer.payload);
    assert.is(answer.headers['www-authenticate'], unknown.headers['www-authenticate']);
    assert.equal(JSON.parse(answer.payload).message, unknown.body.message);
    assert.is(eventsOf(api), 0);
  });

test('one whose time ends before the body has come is refused', async ({ api }) => {
  const key = await api.keyWith(['email:send'], { expiresAtMs: api.clock.nowMs() + 5_000 });
  const answer = await slowCall(api, '/v1/emails', key, async () => api.clock.pass(5_000));
  assert.is(answer.statusCode, 401, answer.payload);
  assert.is(eventsOf(api), 0);
});

test('one whose workspace is suspended before the body has come is refused', async ({ api }) => {
  const answer = await slowCall(api, '/v1/emails', api.key, async () => {
    await decideSuspension(api.ledger, api.origin, { do: 'suspend', reason: 'spam' });
    api.clock.pass(1_000);
  });
  assert.is(answer.statusCode, 403, answer.payload);
  assert.is(eventsOf(api), 0);
});

test('one that stays valid is accepted however slowly the body comes', async ({ api }) => {
  const answer = await slowCall(api, '/v1/emails', api.key, async () => api.clock.pass(5_000));
  assert.is(answer.statusCode, 202, answer.payload);
});

test.run();
