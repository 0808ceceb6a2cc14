import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliveryLocalPart, messageLocalPart } from '../../../src/commands/email/deliveryToken.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { decideHookAddress } from '../../../src/commands/workspace/hookAddresses.ts';
import { email } from '../../../src/events/email.ts';
import { firstHookIdOf, HOOKS_STREAM, type HookRoute } from '../../../src/events/hooks.ts';
import { suppressionIdOf } from '../../../src/events/suppression.ts';
import { hookToken } from '../../../src/intake/hooks/hookToken.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { Tokens } from '../../../src/ports/tokens.ts';
import { amazonSns, sesBounce } from '../../intake/hooks/snsMessages.ts';
import { plainEmail, recipient } from '../../sender/senderBench.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { selfSigned } from '../../support/certificate.ts';
import { quietLog } from '../../support/quietLog.ts';

const firstToken = (tokens: Tokens, route: HookRoute) =>
  hookToken(tokens, { hookId: firstHookIdOf(route), route });

const test = suite('hooks');

const EMAIL_ID = '44444444-4444-4444-8444-444444444444';

/** The api with one message handed over; `said`: warnings of the log. */
async function withHooks(
  run: (hooks: Awaited<ReturnType<typeof opened>>) => Promise<void>,
  sns = amazonSns(),
): Promise<void> {
  const hooks = await opened(sns);
  try {
    await run(hooks);
  } finally {
    await hooks.api.close();
  }
}

async function opened(sns: ReturnType<typeof amazonSns>) {
  const said: string[] = [];
  const log: Log = { ...quietLog, warn: (_fields, message) => said.push(message) };
  const api: ApiFixture = await apiFixture({ context: { fetcher: sns.fetcher, log } });
  const { tokens } = api.context;
  const suppressionId = suppressionIdOf(api.ledger.ids, api.workspace, 'bob@b.example');
  const one = recipient(1, 'bob@b.example', { suppressionId });
  const of = {
    deliveryId: one.deliveryId,
    suppressionId: one.suppressionId,
    recipient: one.address,
    sandbox: false,
  };
  const handOver = (submitted = true) =>
    api.ledger.store.append(
      email.stream(EMAIL_ID),
      'no-stream',
      newEvents(api.ledger, api.origin, [
        { type: 'EmailAccepted', data: { ...plainEmail, recipients: [one] } },
        { type: 'SubmissionAttempted', data: { ...of, attempt: 1 } },
        ...(submitted ? [{ type: 'Submitted', data: { ...of, response: null } }] : []),
      ]),
    );
  return {
    api,
    sns,
    said,
    handOver,
    verp: `${deliveryLocalPart(tokens, { emailId: EMAIL_ID, recipient: 0 })}@bounces.a.example`,
    post: (route: 'ses' | 'kumomta' | 'postal', body: unknown, contentType = 'application/json') =>
      api.call('POST', `/hooks/${route}/${firstToken(tokens, route)}`, {
        key: null,
        body,
        headers: { 'content-type': contentType },
      }),
    learned: async () =>
      (await email.read(api.ledger.store, EMAIL_ID)).filter(({ metadata }) => metadata.actor === 'intake'),
  };
}

test('SES by SNS, as the plain text that SNS sends: a bounce suppresses and counts, once', () =>
  withHooks(async ({ api, sns, handOver, post, learned, verp }) => {
    await handOver();
    const message = sns.notification(sesBounce(verp));
    assert.is((await post('ses', message)).status, 403, 'no topic was subscribed to');
    assert.equal(await learned(), []);
    await post('ses', sns.confirmation());
    const first = await post('ses', message, 'text/plain; charset=UTF-8');
    assert.is(first.status, 200);
    assert.equal(first.body, { recorded: 1, known: 0, foreign: 0 });
    assert.is(first.headers['cache-control'], 'no-store');
    assert.equal((await post('ses', message)).body, { recorded: 0, known: 1, foreign: 0 });
    const [bounced, more] = await learned();
    assert.is(more, undefined);
    assert.is(bounced?.type === 'Bounced' && bounced.data.source, 'ses');
    const day = await api.call('GET', '/v1/analytics');
    assert.is(day.body.totals?.bounced as unknown, 1);
    assert.is(sns.fetched.length, 2, 'the certificate, and the confirmation');
  }));

test('a revoked address answers at once like an unknown one, and the others go on', () =>
  withHooks(async ({ api, said, handOver, post, learned, verp }) => {
    await handOver();
    const { tokens } = api.context;
    const hookId = '77777777-7777-4777-8777-777777777777';
    const record = { type: 'Delivery', id: '1', sender: verp, recipient: 'bob@b.example', timestamp: 1 };
    const send = (token: string) => api.call('POST', `/hooks/kumomta/${token}`, { key: null, body: record });
    const further = hookToken(tokens, { hookId, route: 'kumomta' });
    const unknown = await send(further);
    assert.is(unknown.status, 404, 'its id alone makes no address');
    await decideHookAddress(api.ledger, api.origin, { do: 'create', hookId, route: 'kumomta', name: null });
    assert.equal((await send(further)).body, { recorded: 1, known: 0, foreign: 0 });
    assert.is((await api.call('POST', `/hooks/ses/${further}`, { key: null, body: {} })).status, 404);

    await decideHookAddress(api.ledger, api.origin, { do: 'revoke', hookId });
    const revoked = await send(further);
    const bare = ({ status, body }: typeof revoked) => ({ status, body });
    assert.equal(bare(revoked), bare(unknown));
    assert.is(
      (await post('kumomta', record)).status,
      200,
      'the first address of the route still takes reports',
    );
    await decideHookAddress(api.ledger, api.origin, { do: 'revoke', hookId: firstHookIdOf('kumomta') });
    assert.equal(bare(await post('kumomta', record)), bare(unknown));
    assert.is((await learned()).length, 1);
    assert.is(said.length, 1, 'it is logged, once a minute for each address');
  }));

test('an address of before addresses were events is the first of its route', () =>
  withHooks(async ({ api, handOver, verp }) => {
    await handOver();
    const { tokens } = api.context;
    const token = Buffer.from(tokens.sign('hook', Buffer.from('kumomta'))).toString('base64url');
    assert.is(token, firstToken(tokens, 'kumomta'));
    const body = { type: 'Delivery', id: '1', sender: verp, recipient: 'bob@b.example', timestamp: 1 };
    assert.is((await api.call('POST', `/hooks/kumomta/${token}`, { key: null, body })).status, 200);
  }));

test('the older signature is as good', () =>
  withHooks(async ({ sns, handOver, post, verp }) => {
    await handOver();
    await post('ses', sns.confirmation());
    const answer = await post(
      'ses',
      sns.notification(sesBounce(verp), { SignatureVersion: '1', Subject: 'Amazon' }),
    );
    assert.is(answer.body.recorded as unknown, 1);
  }));

test('a subscription is confirmed when its message is genuine, at an address of SNS alone', () =>
  withHooks(async ({ sns, post }) => {
    assert.is((await post('ses', sns.confirmation())).status, 200);
    assert.ok(sns.fetched.includes(sns.confirmUrl));
    const elsewhere = await post('ses', sns.confirmation({ SubscribeURL: 'https://evil.example/' }));
    assert.is(elsewhere.status, 403);
    assert.not.ok(sns.fetched.includes('https://evil.example/'));
  }));

test('forged SNS messages change nothing, are logged, and fetch nothing from other hosts', () =>
  withHooks(async ({ sns, said, handOver, post, learned, verp }) => {
    await handOver();
    await post('ses', sns.confirmation());
    const genuine = sns.notification(sesBounce(verp));
    const stranger = amazonSns();
    const forged: Record<string, unknown> = {
      altered: { ...genuine, Message: JSON.stringify(sesBounce(verp, { type: 'Transient' })) },
      'signed by another key': stranger.notification(sesBounce(verp)),
      unsigned: { ...genuine, Signature: '' },
      'without its envelope': sesBounce(verp),
      'of no known version': { ...genuine, SignatureVersion: '3' },
      'of no known type': { ...genuine, Type: 'constructor' },
      'a certificate elsewhere': sns.notification('x', { SigningCertURL: 'https://evil.example/a.pem' }),
      'a host that looks like it': sns.notification('x', {
        SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem',
      }),
      'a user in front': sns.notification('x', {
        SigningCertURL: 'https://sns.eu-west-1.amazonaws.com@evil.example/a.pem',
      }),
      'without TLS': sns.notification('x', { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/a.pem' }),
      'another port': sns.notification('x', {
        SigningCertURL: 'https://sns.eu-west-1.amazonaws.com:8443/a.pem',
      }),
      'no certificate': sns.notification('x', {
        SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/a.txt',
      }),
      nothing: {},
      'a list': [],
      'older than an hour': sns.notification('x', { Timestamp: '2025-12-31T22:59:59.000Z' }),
      'of no time': sns.notification('x', { Timestamp: 'now' }),
      'of no topic': sns.notification('x', { TopicArn: 'bounces' }),
      // Anyone can put a certificate there, or rent a host so called.
      ...Object.fromEntries(
        [
          'sns.s3',
          'sns.ec2',
          'sns.s3-eu-west-1',
          'sns.elb',
          'sns.my-bucket-1x',
          'sns.dualstack.eu-west-1',
        ].map((host) => [
          host,
          sns.notification('x', {
            SigningCertURL: `https://${host}.amazonaws.com/SimpleNotificationService-0123.pem`,
          }),
        ]),
      ),
    };
    for (const [what, message] of Object.entries(forged)) {
      const answer = await post('ses', message);
      assert.is(answer.status, 403, what);
    }
    assert.equal(await learned(), []);
    assert.is(said.filter((message) => message.includes('forged')).length, Object.keys(forged).length);
    assert.ok(sns.fetched.every((url) => url.startsWith('https://sns.eu-west-1.amazonaws.com/')));
  }));

test('a certificate is believed at its time only, and only for a name of SNS', async () => {
  const DAY_MS = 86_400_000;
  const nowMs = Date.parse('2026-01-01T00:00:00.000Z');
  const valid = { fromMs: nowMs - DAY_MS, toMs: nowMs + DAY_MS };
  for (const [names, times, status] of [
    [['sns.amazonaws.com'], valid, 200],
    [['sns.eu-west-1.amazonaws.com'], valid, 200],
    [['sns-signing.me-south-1.amazonaws.com'], valid, 200],
    [['sns-us-gov-west-1.amazonaws.com'], valid, 200],
    [['sns-cn-north-1.amazonaws.com.cn'], valid, 200],
    [['sns-signing.eusc-de-east-1.amazonaws.eu'], valid, 200],
    [['sns.s3.amazonaws.com'], valid, 403],
    [['evil.example'], valid, 403],
    [['sns.amazonaws.com'], { fromMs: nowMs - 2 * DAY_MS, toMs: nowMs - 1_000 }, 403],
    [['sns.amazonaws.com'], { fromMs: nowMs + 1_000, toMs: nowMs + DAY_MS }, 403],
  ] as const)
    await withHooks(
      async ({ sns, post }) =>
        assert.is(
          (await post('ses', sns.confirmation())).status,
          status,
          `${names} ${JSON.stringify(times)}`,
        ),
      amazonSns({ certificate: selfSigned(names, times) }),
    );
});

test('the first confirmed topic gives the address to its account, for all its topics and no others', () =>
  withHooks(async ({ api, sns, post, said }) => {
    const topic = (account: number, name: string) => ({
      TopicArn: `arn:aws:sns:eu-west-1:${account}:${name}`,
    });
    const status = async (message: object) => (await post('ses', message)).status;
    assert.is(await status(sns.confirmation(topic(111, 'bounces'))), 200);
    assert.is(await status(sns.confirmation(topic(111, 'complaints'))), 200);
    const confirmed = sns.fetched.filter((url) => url === sns.confirmUrl).length;
    assert.is(await status(sns.confirmation(topic(222, 'bounces'))), 403);
    assert.is(
      sns.fetched.filter((url) => url === sns.confirmUrl).length,
      confirmed,
      'it is not subscribed to',
    );
    assert.is(await status(sns.notification('x', topic(222, 'bounces'))), 403);
    for (const name of ['bounces', 'complaints', 'third'])
      assert.is(await status(sns.notification('x', topic(111, name))), 200);
    const [fixed, more] = await api.ledger.store.readStream(HOOKS_STREAM, { limit: 10 });
    assert.is(fixed?.type, 'HookAccountFixed');
    assert.equal(fixed?.data, { hookId: firstHookIdOf('ses'), account: '111' });
    assert.is(more, undefined);
    assert.is(said.length, 2, 'each refusal is logged');
  }));

test('a list of records is read to its end', () =>
  withHooks(async ({ post }) => {
    const records = Array.from({ length: 150 }, (_, n) => ({
      type: 'Bounce',
      id: `k${n}`,
      sender: 'somebody@else.example',
      recipient: `p${n}@b.example`,
    }));
    assert.equal((await post('kumomta', records)).body, { recorded: 0, known: 0, foreign: 150 });
  }));

test('a certificate that cannot be had now is asked for again, when the message comes again', () =>
  withHooks(async ({ sns, post }) => {
    const missing = sns.notification('x', {
      SigningCertURL: 'https://sns.us-east-1.amazonaws.com/other.pem',
    });
    assert.is((await post('ses', missing)).status, 503);
    assert.is((await post('ses', missing)).status, 503);
    assert.is(sns.fetched.length, 2);
  }));

test('KumoMTA and Postal', () =>
  withHooks(async ({ handOver, post, learned, verp }) => {
    await handOver();
    const record = {
      type: 'TransientFailure',
      id: 'k1',
      sender: verp,
      recipient: 'bob@b.example',
      response: { code: 451, content: 'later' },
    };
    assert.is((await post('kumomta', [record])).body.recorded as unknown, 1);
    const message = { from: verp, to: 'bob@b.example', message_id: 'x' };
    const failed = {
      event: 'MessageDeliveryFailed',
      uuid: 'p1',
      payload: { output: '550 5.1.1 no such user', message },
    };
    assert.is((await post('postal', failed)).body.recorded as unknown, 1);
    assert.equal(
      (await learned()).map(({ type }) => type),
      ['DeliveryDelayed', 'Bounced'],
    );
  }));

test('a bounce that came back to KumoMTA names our bounce address, and is about the recipient', () =>
  withHooks(async ({ handOver, post, learned, verp }) => {
    await handOver();
    const response = { code: 550, enhanced_code: { class: 5, subject: 1, detail: 1 }, content: 'unknown' };
    await post('kumomta', { type: 'OOB', id: 'a1', sender: '', recipient: verp, response });
    const [bounce] = await learned();
    assert.ok(bounce?.type === 'Bounced' && bounce.data.bounceType === 'Permanent', JSON.stringify(bounce));
    assert.is(bounce.data.proof, 'signed');
  }));

test('a mail that came to KumoMTA and knows no more than a Message-ID suppresses nothing', () =>
  withHooks(async ({ api, handOver, post, learned, verp }) => {
    await handOver();
    const headers = { 'Message-ID': `<${messageLocalPart(api.context.tokens, EMAIL_ID)}@a.example>` };
    const feedback_report = { feedback_type: 'abuse', original_rcpt_to: ['<bob@b.example>'] };
    const response = { code: 550, enhanced_code: { class: 5, subject: 1, detail: 1 }, content: 'unknown' };
    const forged = [
      {
        type: 'Feedback',
        id: 'f1',
        sender: 'x@y.example',
        recipient: 'fbl@a.example',
        headers,
        feedback_report,
      },
      { type: 'OOB', id: 'f2', sender: '', recipient: 'bounces@a.example', headers, response },
    ];
    assert.is((await post('kumomta', forged)).body.recorded as unknown, 2);
    const [kept, bounced] = await learned();
    assert.ok(kept?.type === 'ReportKept' && kept.data.proof === 'unsigned', JSON.stringify(kept));
    assert.ok(
      bounced?.type === 'Bounced' && bounced.data.bounceType === 'Transient',
      JSON.stringify(bounced),
    );
    const signed = { ...feedback_report, original_mail_from: `<${verp}>` };
    await post('kumomta', { type: 'Feedback', id: 'f3', feedback_report: signed });
    const complained = (await learned())[2];
    assert.ok(complained?.type === 'Complained' && complained.data.proof === 'signed');
  }));

test('what KumoMTA itself was answered is proof with a Message-ID alone', () =>
  withHooks(async ({ api, handOver, post, learned }) => {
    await handOver();
    const headers = { 'Message-ID': `<${messageLocalPart(api.context.tokens, EMAIL_ID)}@a.example>` };
    const response = { code: 550, enhanced_code: { class: 5, subject: 1, detail: 1 }, content: 'unknown' };
    await post('kumomta', {
      type: 'Bounce',
      id: 'b1',
      sender: 'x',
      recipient: 'bob@b.example',
      headers,
      response,
    });
    const [bounced] = await learned();
    assert.ok(bounced?.type === 'Bounced' && bounced.data.bounceType === 'Permanent');
    assert.is(bounced.data.proof, 'hook');
  }));

test('a token opens its own route alone, and an altered one none: 404 before the body is read', () =>
  withHooks(async ({ api, said, handOver, learned, verp }) => {
    await handOver();
    const { tokens } = api.context;
    const body = {
      type: 'Bounce',
      id: 'k1',
      sender: verp,
      recipient: 'bob@b.example',
      response: { code: 550, content: 'user unknown' },
    };
    const token = firstToken(tokens, 'kumomta');
    const urls = [
      `/hooks/kumomta/${firstToken(tokens, 'ses')}`,
      `/hooks/kumomta/${token.slice(0, -2)}AA`,
      `/hooks/kumomta/${token}=`,
      '/hooks/kumomta/x',
      `/hooks/constructor/${token}`,
      `/hooks/kumomta/${deliveryLocalPart(tokens, { emailId: EMAIL_ID, recipient: 0 })}`,
    ];
    for (const url of urls) assert.is((await api.call('POST', url, { key: null, body })).status, 404, url);
    assert.equal(await learned(), []);
    assert.is(said.length, 1);
    assert.not.match(said[0] ?? '', token);
  }));

test('what is no JSON is 422, what is too large 413, another method 405', () =>
  withHooks(async ({ api, post }) => {
    assert.is((await post('kumomta', 'type=Bounce')).status, 422);
    assert.is((await post('kumomta', `"${'x'.repeat(1_100_000)}"`)).status, 413);
    const url = `/hooks/kumomta/${firstToken(api.context.tokens, 'kumomta')}`;
    assert.is((await api.call('GET', url, { key: null })).status, 405);
  }));

test('deliveries that are none of ours are counted, and those of an unknown address change nothing', () =>
  withHooks(async ({ handOver, post, learned, sns }) => {
    await handOver();
    await post('ses', sns.confirmation());
    const foreign = sns.notification(sesBounce('somebody@else.example'));
    assert.equal((await post('ses', foreign)).body, { recorded: 0, known: 0, foreign: 1 });
    const forgedVerp = sns.notification(sesBounce(`${'a'.repeat(56)}@bounces.a.example`));
    assert.is((await post('ses', forgedVerp)).body.foreign as unknown, 1);
    assert.is((await post('ses', sns.notification('Successfully validated SNS topic'))).status, 200);
    assert.equal(await learned(), []);
  }));

test.run();
