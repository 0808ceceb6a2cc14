// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { approveSmsTemplate } from '../../src/commands/sms/smsTemplate.ts';
import { apiFixture } from '../support/apiFixture.ts';
import { renderer, smsBody } from '../support/smsFixture.ts';

const test = suite('contents of replays');

const long = (n: number) => `${n}`.padEnd(100_000, 'x');
const file = (n: number) => ({ filename: 'f', content: Buffer.from(long(n)).toString('base64') });
const native = (n: number) => ({
  ...{ from: 'a@b.co', to: 'x@y.co', subject: 's', html: long(n), text: long(-n) },
  attachments: [{ ...file(n), type: 'text/plain' }],
});
const compat = (n: number) => ({ from: 'a@b.co', to: 'x@y.co', subject: 's', html: long(n) });

/** Every send, with contents too long for an event that are other ones each time. */
const SENDS: readonly [url: string, body: (n: number) => unknown, headers: Record<string, string>][] = [
  ['/v1/emails', native, {}],
  ['/v1/emails/batch', (n) => [native(n), native(n + 100)], {}],
  ['/emails', (n) => ({ ...compat(n), attachments: [file(n)] }), {}],
  ['/emails/batch', (n) => [compat(n), compat(n + 100)], {}],
  ['/emails/batch', (n) => [compat(n), {}, compat(n + 100)], { 'x-batch-validation': 'permissive' }],
  [
    '/v3/mail/send',
    (n) => ({
      ...{ from: { email: 'a@b.co' }, personalizations: [{ to: [{ email: 'x@y.co' }] }], subject: 's' },
      ...{ content: [{ type: 'text/html', value: long(n) }], attachments: [file(n)] },
    }),
    {},
  ],
  ['/v1/sms', (n) => ({ ...smsBody, metadata: { n: long(n) } }), {}],
];

test('a replay with another body stores nothing, on any path', async () => {
  const api = await apiFixture({ context: { renderer } });
  await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'Code {{ code }}' });
  for (const [at, [url, body, headers]] of SENDS.entries()) {
    const call = (n: number) =>
      api.call('POST', url, { body: body(n), headers, idempotencyKey: `key ${at}` });
    const first = await call(1);
    assert.ok(first.status < 300, `${url}: ${first.text}`);
    const before = api.blobs.kept.size;
    for (let n = 2; n < 22; n++) {
      const answer = await call(n);
      if (url.startsWith('/v1/')) assert.equal(answer.text, first.text);
      else assert.is(answer.status, 422, answer.text);
    }
    assert.is(api.blobs.kept.size, before, url);
  }
  await api.close();
});

test.run();
