// runs in: test:all
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiDependencies } from '../../src/api/dependencies.ts';
import { AnalyticsQuery } from '../../src/api/resources/analytics.ts';
import { NewAudienceBody } from '../../src/api/resources/audience.ts';
import { NewCampaignBody } from '../../src/api/resources/campaign.ts';
import { ContactQuery, ContactUpsert } from '../../src/api/resources/contact.ts';
import { SmsQuery, SmsSend } from '../../src/api/resources/sms.ts';
import { NewTemplate, TemplateChanges } from '../../src/api/resources/template.ts';
import { approveSmsTemplate } from '../../src/commands/sms/smsTemplate.ts';
import { type Answer, apiFixture } from '../support/apiFixture.ts';
import { issuePaths } from '../support/fieldTable.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';

const test = suite('resourceFuzz');

const RUNS = RUN_ALL ? 150 : 40;
const context: Partial<ApiDependencies> = {
  renderer: {
    render: async () => ({ outcome: 'rendered', parts: { text: 'Hello' } }),
    check: async () => [],
    close: async () => {},
  },
};

/** Values near and far from what fields want, among them what trips parsers. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 1100 }),
  fc.constantFrom<unknown>(
    '',
    'a@b.co',
    '+4512345678',
    'transactional',
    'welcome',
    '2026-01-01T00:00:00Z',
    true,
    null,
  ),
  fc.constantFrom<unknown>('a\r\nb', '\ud800', '\0', '__proto__', 1e308, -0, 2 ** 53, [[]], { length: 1 }),
  fc.uuid(),
  fc.array(fc.uuid(), { maxLength: 5 }),
  fc.dictionary(fc.string(), fc.jsonValue()),
);

const bodyOf = (schema: { properties: object }, good: Record<string, unknown>) => {
  const fields = fc.dictionary(fc.constantFrom(...Object.keys(schema.properties)), value, { maxKeys: 3 });
  const strange = fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), value, { maxKeys: 1 });
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(fields, strange).map(([some, more]) => ({ ...good, ...some, ...more })),
    },
    { weight: 1, arbitrary: value },
  );
};

function checkRefusal(answer: Answer, sent: string): void {
  assert.ok([200, 201, 202, 204, 404, 422].includes(answer.status), `${answer.status} for ${sent}`);
  if (answer.status < 400) return;
  const { error } = answer.body;
  assert.type(error?.message, 'string');
  assert.is(error?.code as unknown, answer.status === 404 ? 'not_found' : 'validation_failed');
  if (answer.status !== 422) return;
  const paths = issuePaths(answer);
  assert.ok(paths.length > 0, `no field is named for ${sent}`);
  for (const path of paths) assert.ok(path === '' || path.startsWith('/'), `${path} is no JSON Pointer`);
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
for (const [method, url, schema, good] of [
  ['POST', '/v1/templates', NewTemplate, { name: 'A', subject: 'A' }],
  ['PATCH', 'the template', TemplateChanges, {}],
  ['POST', '/v1/contacts', ContactUpsert, { email: 'a@b.co' }],
  ['POST', '/v1/audiences', NewAudienceBody, { name: 'A' }],
  [
    'POST',
    '/v1/campaigns',
    NewCampaignBody,
    { name: 'A', audience_id: UNKNOWN_ID, template_id: UNKNOWN_ID, from: 'a@b.co' },
  ],
  [
    'POST',
    '/v1/sms',
    SmsSend,
    { from: '+4511111111', to: '+4522222222', template: 'code', consent_basis: 'transactional' },
  ],
] as const)
  test(`${method} ${url}: no body causes a 500, and a refusal stores nothing (seed ${SEED})`, async () => {
    const api = await apiFixture({ context });
    await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'Hello' });
    const body = { friendly_name: 'a', name: 'A', subject: 'A', text: 'A' };
    const { id } = (await api.call('POST', '/v1/templates', { body })).body;
    const target = method === 'PATCH' ? `/v1/templates/${id}` : url;
    let taken = 0;
    let n = 0;
    await fc.assert(
      fc.asyncProperty(bodyOf(schema, good), async (given) => {
        const sent = JSON.stringify(given);
        const before = api.store.log.length + api.blobs.kept.size;
        const answer = await api.call(method, target, { body: sent, idempotencyKey: `k${n++}` });
        checkRefusal(answer, sent);
        if (answer.status < 400) taken += 1;
        else assert.is(api.store.log.length + api.blobs.kept.size, before, `stored by ${sent}`);
      }),
      { numRuns: RUNS, seed: SEED + 17 },
    );
    if (url !== '/v1/templates' && url !== '/v1/campaigns')
      assert.ok(taken > 0, 'some bodies are good, or the test says little');
    await api.close();
  });

for (const [url, schema] of [
  ['/v1/contacts', ContactQuery],
  ['/v1/sms', SmsQuery],
  ['/v1/analytics', AnalyticsQuery],
] as const)
  test(`GET ${url}: no query causes a 500 (seed ${SEED})`, async () => {
    const api = await apiFixture();
    const names = fc.oneof(fc.constantFrom(...Object.keys(schema.properties)), fc.string());
    const query = fc.array(
      fc.tuple(names, fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer().map(String))),
      {
        maxLength: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const text = pairs
          .map(([name, of]) => `${encodeURIComponent(name)}=${encodeURIComponent(of)}`)
          .join('&');
        checkRefusal(await api.call('GET', `${url}?${text}`), text);
      }),
      { numRuns: RUNS, seed: SEED + 19 },
    );
    await api.close();
  });

test.run();
