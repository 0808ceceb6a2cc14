// runs in: test:all
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatMailbox } from '../../../src/commands/email/emailAddress.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import { hasControlCharacter } from '../../../src/events/fieldPatterns.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { issuePaths } from '../../support/fieldTable.ts';
import { RUN_ALL, SEED } from '../../support/testRun.ts';

const RUNS = RUN_ALL ? 400 : 100;

const fuzz = suite<{ api: ApiFixture }>('email fuzz');
fuzz.before(async (context) => {
  context.api = await apiFixture({ autoProject: false });
});
fuzz.after(async ({ api }) => api.close());

const text = () => fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
const mostly = <Value>(good: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: fc.jsonValue() });
const address = () =>
  fc.oneof(fc.constantFrom('a@b.co', 'A@B.co', 'click@example.com', 'x@y.example'), fc.emailAddress());
const addresses = () => mostly(fc.oneof(address(), fc.array(address(), { minLength: 1, maxLength: 5 })));

const emails = fc.record(
  {
    from: mostly(
      fc.oneof(
        address(),
        fc.tuple(text(), address()).map(([name, from]) => formatMailbox({ name, address: from })),
      ),
    ),
    from_name: mostly(text()),
    to: addresses(),
    cc: addresses(),
    bcc: addresses(),
    reply_to: mostly(address()),
    subject: mostly(text()),
    html: mostly(text()),
    text: mostly(text()),
    tags: mostly(fc.array(text(), { maxLength: 3 })),
    headers: mostly(
      fc.dictionary(fc.oneof(text(), fc.constantFrom('X-A', 'From', 'Content-Type')), text(), { maxKeys: 3 }),
    ),
    variables: mostly(fc.dictionary(text(), fc.jsonValue())),
    scheduled_for: mostly(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
    batch_id: mostly(text()),
  },
  { requiredKeys: ['from', 'to', 'subject', 'text'] },
);

fuzz(`every body is accepted, or refused with the names of fields (seed ${SEED})`, async ({ api }) => {
  let calls = 0;
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(emails, async (body) => {
      const before = api.store.log.length;
      const answer = await api.call('POST', '/v1/emails', { body, idempotencyKey: `f${calls++}` });
      if (answer.status === 202) {
        accepted++;
        const data = api.store.log.at(-1)?.data as EmailAccepted;
        for (const reaching of [
          data.from,
          ...data.to,
          ...data.cc,
          data.subject,
          ...Object.entries(data.headers).flat(),
        ])
          assert.not(hasControlCharacter(reaching), JSON.stringify(reaching));
        const lower = data.recipients.map((one) => one.address.toLowerCase());
        assert.is(new Set(lower).size, lower.length);
        assert.is(data.credits, lower.length);
        return;
      }
      assert.is(answer.status, 422, answer.text);
      assert.is(answer.body.error?.code as unknown, 'validation_failed');
      assert.ok(issuePaths(answer).length > 0);
      assert.is(api.store.log.length, before);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  assert.ok(accepted > 0, 'some of it must be good, or nothing is shown');
});

fuzz(`any JSON at all (seed ${SEED})`, async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 5 }), async (body) => {
      for (const url of ['/v1/emails', '/v1/emails/batch'])
        assert.is((await api.call('POST', url, { body, idempotencyKey: 'j' })).status, 422, body);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

fuzz(`any bytes at all (seed ${SEED})`, async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const { statusCode } = await api.app.inject({
        method: 'POST',
        url: '/v1/emails',
        headers: {
          authorization: `Bearer ${api.key}`,
          'idempotency-key': 'b',
          'content-type': 'application/json',
        },
        payload: Buffer.from(bytes),
      });
      assert.is(statusCode, 422);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

fuzz.run();
