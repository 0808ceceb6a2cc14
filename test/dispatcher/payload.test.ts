import { createHmac } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ReportedEvent } from '../../src/dispatcher/kinds.ts';
import { payloadBody } from '../../src/dispatcher/payload.ts';
import { signature, signedHeaders } from '../../src/dispatcher/sign.ts';

const test = suite('webhook payload and signature');

const recipient = { deliveryId: 'd', suppressionId: 'd', recipient: 'zoë@example.org', sandbox: false };
const event = (type: string, data: object, stream = 'email-the-mail') =>
  ({ id: 'e', type, stream, data, metadata: { at: '2026-01-02T03:04:05.678Z' } }) as unknown as ReportedEvent;
const parsed = (what: ReportedEvent, kind: string, parties: { from: string; to: string } | null = null) =>
  JSON.parse(payloadBody(what, kind, parties));

test('an email event', () => {
  assert.equal(parsed(event('Delivered', { ...recipient, response: '250 secret' }), 'delivered'), {
    id: 'e',
    type: 'delivered',
    created_at: '2026-01-02T03:04:05.678Z',
    data: { email_id: 'the-mail', delivery_id: 'd', recipient: 'zoë@example.org' },
  });
});

test('a bounce and a click carry what they know', () => {
  const bounce = {
    ...recipient,
    bounceType: 'Permanent',
    bounceSubType: 'NoEmail',
    diagnosticCode: '550 5.1.1',
  };
  const common = { email_id: 'the-mail', delivery_id: 'd', recipient: 'zoë@example.org' };
  assert.equal(parsed(event('Bounced', bounce), 'bounced').data, {
    ...common,
    bounce_type: 'Permanent',
    bounce_sub_type: 'NoEmail',
    diagnostic_code: '550 5.1.1',
  });
  const silent = parsed(event('Bounced', { ...bounce, diagnosticCode: null }), 'bounced').data;
  assert.not.ok('diagnostic_code' in silent);
  const url = 'https://example.org/?a=1&b=2';
  assert.equal(parsed(event('Clicked', { ...recipient, url }), 'clicked').data, { ...common, url });
});

test('sms events', () => {
  const parties = { from: '+15550001', to: '+15550002' };
  const outbound = (type: string, data: object) => parsed(event(type, data, 'sms-s'), 'k', parties).data;
  const common = { sms_id: 's', ...parties };
  assert.equal(outbound('SmsSent', { attempt: 1, carrierId: 'x' }), common);
  assert.equal(outbound('SmsDelivered', { detail: 'x' }), common);
  assert.equal(outbound('SmsFailed', { attempt: 1, detail: 'no route', nextAttemptAt: null }), {
    ...common,
    diagnostic_code: 'no route',
  });
  const received = { from: '+15550003', to: '+15550004', text: 'hello', segments: 1 };
  assert.equal(parsed(event('SmsReceived', received, 'sms-s'), 'sms.received').data, {
    sms_id: 's',
    from: '+15550003',
    to: '+15550004',
    body: 'hello',
  });
});

test('the signature is that of the specification', () => {
  const body = '{"recipient":"zoë@example.org"}';
  const expected = createHmac('sha256', 'whsec_abc')
    .update(Buffer.from(`id.1700000000.${body}`))
    .digest('hex');
  assert.is(signature('whsec_abc', 'id', 1_700_000_000, body), `v1=${expected}`);
  // Worked out with openssl: printf 'id.1.{}' | openssl dgst -sha256 -hmac key
  assert.is(
    signature('key', 'id', 1, '{}'),
    'v1=e4f5663f601f246c27a7d7e557e7e5af37ee90d580f73c9476abc8f8841a955b',
  );
});

test('headers carry the time of the attempt in whole seconds', () => {
  const headers = signedHeaders('whsec_abc', 'id', 1_700_000_000_999, '{}');
  assert.is(headers['webhook-id'], 'id');
  assert.is(headers['webhook-timestamp'], '1700000000');
  assert.is(headers['webhook-signature'], signature('whsec_abc', 'id', 1_700_000_000, '{}'));
});

test.run();
