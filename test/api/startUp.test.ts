import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newApiKeySecret } from '../../src/commands/workspace/apiKeySecret.ts';
import { type ApiFixture, apiFixture } from '../support/apiFixture.ts';
import { seededIds } from '../support/seededIds.ts';

const known = { api_keys: false, suppressions: false };
const startUp = {
  get takesSends() {
    return known.api_keys && known.suppressions;
  },
  get knowsKeys() {
    return known.api_keys;
  },
  checks: () => ({ ...known }),
  building: () => ({ api_keys: 0.5 }),
};

const test = suite<{ api: ApiFixture }>('before the read models are known');
test.before.each(async (context) => {
  Object.assign(known, { api_keys: false, suppressions: false });
  context.api = await apiFixture({ context: { startUp } });
});
test.after.each(async ({ api }) => api.close());

const email = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
const SENDS = [
  ['/v1/emails', email],
  ['/v1/emails/batch', [email]],
  ['/v1/sms', { from: '+4930', to: '+4931', template: 'x' }],
  ['/v1/campaigns', { name: 'n' }],
] as const;

test('sends are refused for the time being, in the envelope', async ({ api }) => {
  Object.assign(known, { api_keys: true });
  for (const [url, body] of SENDS) {
    const answer = await api.call('POST', url, { body, idempotencyKey: 'k' });
    assert.is(answer.status, 503, url);
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
    const { code, message } = url === '/v1/sms' ? answer.body : (answer.body.error ?? answer.body);
    assert.is(code as unknown, 'unavailable', answer.text);
    assert.match(String(message), /just started/);
  }
  assert.is(api.store.log.filter(({ type }) => type === 'EmailAccepted').length, 0);
  assert.is(
    (await api.call('POST', '/v1/emails', { body: 'no json' })).status,
    503,
    'before the body is read',
  );
  Object.assign(known, { suppressions: true });
  assert.is((await api.call('POST', '/v1/emails', { body: email, idempotencyKey: 'k' })).status, 202);
});

test('what is no send is served to a key that is known', async ({ api }) => {
  assert.is((await api.call('GET', '/v1/templates')).status, 200);
  assert.is((await api.call('POST', '/v1/contacts', { body: { email: 'ann@b.co' } })).status, 200);
  const reader = await api.keyWith(['template:read']);
  assert.is(
    (await api.call('POST', '/v1/emails', { body: email, key: reader })).status,
    403,
    'the scope first',
  );
});

test('an unknown key is refused for good only once all keys are known', async ({ api }) => {
  const unknownKey = newApiKeySecret(seededIds('unknown'));
  const early = await api.call('GET', '/v1/templates', { key: unknownKey });
  assert.is(early.status, 503);
  assert.match(String(early.headers['retry-after']), /^[1-9]/);
  for (const key of [null, 'nonsense'])
    assert.is((await api.call('GET', '/v1/templates', { key })).status, 401, 'what is no key is none');
  const newer = await api.keyWith(['template:read']);
  assert.is((await api.call('GET', '/v1/templates', { key: newer })).status, 200);
  Object.assign(known, { api_keys: true });
  assert.is((await api.call('GET', '/v1/templates', { key: unknownKey })).status, 401);
});

test('/readyz shows what is not known yet', async ({ api }) => {
  Object.assign(known, { api_keys: true });
  const early = await api.call('GET', '/readyz', { key: null });
  assert.is(early.status, 503);
  assert.equal(early.body.checks as unknown, {
    log: true,
    documents: true,
    api_keys: true,
    suppressions: false,
  });
  assert.equal(early.body.building as unknown, { api_keys: 0.5 });
  Object.assign(known, { suppressions: true });
  assert.is((await api.call('GET', '/readyz', { key: null })).status, 200);
});

test.run();
