import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders } from '../../src/dispatcher/sign.ts';
import {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookRefused,
} from '../../src/webhooks/verifyWebhook.ts';
import { verifyWebhookAsync } from '../../src/webhooks/verifyWebhookAsync.ts';

/** One suite for both: that with Node's own cryptography, and that with Web Crypto. */
type Verify = (...args: Parameters<typeof verifyWebhook>) => unknown;

const SECRET = 'whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg';
const NOW_MS = 1_767_323_045_000;
const EVENT = {
  id: '5f0c5a5e-6f0e-4c65-9d5e-0a6a7a1f4c11',
  type: 'bounced',
  created_at: '2026-01-02T03:04:05.678Z',
  data: { recipient: 'zoë@example.org' },
};
const BODY = JSON.stringify(EVENT);
const HEADERS = signedHeaders(SECRET, EVENT.id, NOW_MS, BODY);
const at = (nowMs: number): VerifyOptions => ({ nowMs: () => nowMs });

for (const [name, verify] of [
  ['verifyWebhook', verifyWebhook],
  ['verifyWebhookAsync', verifyWebhookAsync],
] as const satisfies readonly (readonly [string, Verify])[]) {
  const test = suite(name);

  /** What it comes to: the id of the event, or why it was refused. */
  async function outcome(
    given: {
      body?: string | Uint8Array | ArrayBuffer;
      headers?: WebhookHeaders;
      secret?: string | string[];
    } = {},
    options: VerifyOptions = at(NOW_MS),
  ): Promise<string> {
    const { body = BODY, headers = HEADERS, secret = SECRET } = given;
    try {
      return ((await verify(body, headers, secret, options)) as { id: string }).id;
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      assert.not.match(error.message, 'whsec_');
      return error.reason;
    }
  }

  test('the event is what the service signed, for all forms of body and headers', async () => {
    assert.equal(await verify(BODY, HEADERS, SECRET, at(NOW_MS)), EVENT);
    const bytes = new TextEncoder().encode(BODY);
    for (const body of [BODY, Buffer.from(BODY), bytes, bytes.buffer])
      assert.is(await outcome({ body }), EVENT.id);
    const gateway = Object.fromEntries(
      Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name, [value]]));
    for (const headers of [new Headers(HEADERS), gateway, lists, { ...HEADERS, get: 'x', accept: undefined }])
      assert.is(await outcome({ headers }), EVENT.id);
  });

  test('another body, id, timestamp or secret is another signature', async () => {
    assert.is(await outcome({ body: BODY.replace('bounced', 'clicked') }), 'signature');
    assert.is(await outcome({ body: `${BODY}\n` }), 'signature');
    assert.is(await outcome({ headers: { ...HEADERS, 'webhook-id': 'f' } }), 'signature');
    const later = String(Number(HEADERS['webhook-timestamp']) + 1);
    assert.is(await outcome({ headers: { ...HEADERS, 'webhook-timestamp': later } }), 'signature');
    assert.is(await outcome({ secret: SECRET.slice('whsec_'.length) }), 'signature');
    const zeros = `v1=${'0'.repeat(64)}`;
    assert.is(await outcome({ headers: { ...HEADERS, 'webhook-signature': zeros } }), 'signature');
  });

  test('of several secrets one must be right', async () => {
    assert.is(await outcome({ secret: ['whsec_old', SECRET] }), EVENT.id);
    assert.is(await outcome({ secret: [SECRET, 'whsec_new'] }), EVENT.id);
    assert.is(await outcome({ secret: ['whsec_old', 'whsec_new'] }), 'signature');
  });

  test('300 seconds either way, or as many as are given', async () => {
    for (const [seconds, found] of [
      [300, EVENT.id],
      [-300, EVENT.id],
      [301, 'timestamp'],
      [-301, 'timestamp'],
    ] as const)
      assert.is(await outcome({}, at(NOW_MS + seconds * 1_000)), found);
    const exact = { ...at(NOW_MS + 5_000), toleranceSeconds: 5 };
    assert.is(await outcome({}, exact), EVENT.id);
    assert.is(await outcome({}, { ...exact, toleranceSeconds: 4 }), 'timestamp');
    assert.is(await outcome({}, { toleranceSeconds: 1e9 }), EVENT.id, 'by the clock of the machine');
  });

  test('headers that are missing, repeated or malformed', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
      for (const value of [undefined, '', [], [HEADERS[name] ?? '', HEADERS[name] ?? '']])
        assert.is(await outcome({ headers: { ...HEADERS, [name]: value } }), 'header', `${name} ${value}`);
      assert.is(await outcome({ headers: { ...HEADERS, [name.toUpperCase()]: 'another' } }), 'header');
    }
    assert.is(await outcome({ headers: new Headers() }), 'header');
    for (const timestamp of ['now', '-1', '1e9', '+1767323045', ' 1767323045', '9'.repeat(16)])
      assert.is(await outcome({ headers: { ...HEADERS, 'webhook-timestamp': timestamp } }), 'header');
    const digits = String(HEADERS['webhook-signature']).slice(3);
    for (const signature of [digits, `v2=${digits}`, 'v1=', `v1=${digits}0`, `v1=${digits.toUpperCase()}`])
      assert.is(await outcome({ headers: { ...HEADERS, 'webhook-signature': signature } }), 'header');
  });

  test('a signed body that is no JSON object', async () => {
    const bodies = ['no', '[]', 'null', '"text"', Buffer.from([0x22, 0xff, 0x22])];
    for (const body of bodies) {
      // Bytes that are no text cannot be signed by the service; here the text that they are read as is.
      const headers = signedHeaders(SECRET, 'e', NOW_MS, body.toString());
      assert.is(await outcome({ body, headers }), typeof body === 'string' ? 'body' : 'signature');
    }
  });

  test('a call that no request explains is the mistake of the caller', async () => {
    const called = async (...args: readonly unknown[]) => {
      const called = async () => Reflect.apply(verify, null, args);
      assert.instance(await called().catch((error: unknown) => error), TypeError);
    };
    await called(EVENT, HEADERS, SECRET);
    for (const secret of ['', [], [''], undefined, 5]) await called(BODY, HEADERS, secret);
    for (const toleranceSeconds of [-1, Number.NaN, Number.POSITIVE_INFINITY, '300'])
      await called(BODY, HEADERS, SECRET, { toleranceSeconds });
    for (const now of [Number.NaN, undefined, 'noon', Promise.resolve(NOW_MS), new Date('noon')])
      await called(BODY, HEADERS, SECRET, { nowMs: () => now });
  });

  test.run();
}
