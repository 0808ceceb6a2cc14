import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSuppression } from '../../../src/commands/email/suppress.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';

/** The receipt of section 2.2 as it is answered, all of it. */
const test = suite<{ api: ApiFixture }>('email receipts');
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());

const email = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };

async function receiptOf(api: ApiFixture, change: object) {
  const answer = await api.call('POST', '/v1/emails', { body: { ...email, ...change }, idempotencyKey: 'k' });
  assert.is(answer.status, 202, answer.text);
  const { id, ...rest } = answer.body;
  assert.match(String(id), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  return rest as unknown;
}

test('of a mail that goes at once', async ({ api }) => {
  await api.clock.advance(1_234);
  assert.equal(await receiptOf(api, { from: 'Acme <a@b.co>', cc: 'c@y.co' }), {
    from: 'Acme <a@b.co>',
    to: ['x@y.co'],
    subject: 's',
    created_at: '2026-01-01T00:00:01.234Z',
    scheduled_for: null,
    suppressed_recipients: [],
    status: 'queued',
    credits_consumed: 2,
  });
});

test('of a mail whose recipients are suppressed in part', async ({ api }) => {
  await decideSuppression(api.ledger, api.origin, { do: 'add', address: 'z@y.co', reason: 'asked' });
  assert.equal(await receiptOf(api, { to: ['x@y.co', 'z@y.co'] }), {
    from: 'a@b.co',
    to: ['x@y.co', 'z@y.co'],
    subject: 's',
    created_at: '2026-01-01T00:00:00.000Z',
    scheduled_for: null,
    suppressed_recipients: ['z@y.co'],
    status: 'queued',
    credits_consumed: 1,
  });
});

test('of a mail to U-labels: one person has one key, and the answer shows what was sent', async ({ api }) => {
  await decideSuppression(api.ledger, api.origin, {
    do: 'add',
    address: 'z@xn--bcher-kva.example',
    reason: 'asked',
  });
  const receipt = await receiptOf(api, {
    from: 'a@bücher.example',
    to: ['x@пример.рф', 'X@xn--e1afmkfd.xn--p1ai', 'z@bücher.example'],
    cc: 'y@b.xn--p1ai',
  });
  assert.equal(receipt, {
    from: 'a@bücher.example',
    to: ['x@пример.рф', 'z@bücher.example'],
    subject: 's',
    created_at: '2026-01-01T00:00:00.000Z',
    scheduled_for: null,
    suppressed_recipients: ['z@bücher.example'],
    status: 'queued',
    credits_consumed: 2,
  });
  const invalid = await api.call('POST', '/v1/emails', {
    body: { ...email, to: ['a@b.xn--zca', 'a@b。co'] },
    idempotencyKey: 'invalid',
  });
  assert.is(invalid.status, 422);
  assert.match(invalid.text, /"path":"\/to\/0","message":"must be an email address, without a display name"/);
  assert.match(invalid.text, /"path":"\/to\/1","message":"must be an email address, without a display name"/);
});

for (const [about, sent, answered] of [
  ['later', '2026-03-01T09:00:00+01:00', '2026-03-01T08:00:00.000Z'],
  // It is due at once, and keeps the time that was asked for.
  ['earlier', '2025-12-31T23:30:00.5+01:00', '2025-12-31T22:30:00.500Z'],
])
  test(`of a mail that is scheduled for ${about}, in UTC`, async ({ api }) => {
    assert.equal(await receiptOf(api, { scheduled_for: sent }), {
      from: 'a@b.co',
      to: ['x@y.co'],
      subject: 's',
      created_at: '2026-01-01T00:00:00.000Z',
      scheduled_for: answered,
      suppressed_recipients: [],
      status: 'scheduled',
      credits_consumed: 1,
    });
  });

test.run();
