import type { Static } from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailBody } from '../../src/api/emails/emailSchema.ts';
import type { CampaignAnswer } from '../../src/api/resources/campaign.ts';
import type { ContactUpsert } from '../../src/api/resources/contact.ts';
import type { TemplateChanges } from '../../src/api/resources/template.ts';
import {
  type Campaign,
  type Client,
  type Email,
  PostledgerError,
  postledger,
  type SaveContactRequest,
  type UpdateTemplateRequest,
} from '../../src/client/client.ts';
import { fixture } from '../conformance/fixture.ts';
import { nameOf, operations } from '../conformance/operations.ts';
import type { ApiFixture } from '../support/apiFixture.ts';

const test = suite('postledger/client');
const ID = '7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36';
const URL_ = 'https://mail.example.net';
const EMAIL = { from: 'Acme <hello@acme.test>', to: 'ann@customer.test', subject: 'Hi', text: 'Hello' };

/** Compiles only while a type has the fields of its schema, and takes what that takes. */
type Same<Schema, Type> = Schema extends Type ? (keyof Type extends keyof Schema ? true : never) : never;
const SAME: readonly true[] = [
  true satisfies Same<EmailBody, Email>,
  true satisfies Same<Static<typeof ContactUpsert>, SaveContactRequest>,
  true satisfies Same<Static<typeof TemplateChanges>, UpdateTemplateRequest>,
  true satisfies Same<Static<typeof CampaignAnswer>, Campaign>,
];

/** One call that a client made. */
interface Made {
  readonly line: string;
  readonly key: string | null;
  readonly authorization: string | null;
  readonly body: string | undefined;
}

type Answering = (made: Made, at: number) => Promise<Response> | Response;

/** A client whose calls are answered here, and what it did; it waits no time. */
function scripted(answer: Answering, options: { attempts?: number; timeoutMs?: number; url?: string } = {}) {
  const made: Made[] = [];
  const waits: number[] = [];
  let uuids = 0;
  const client = postledger(
    { url: URL_, key: 'pl_a', ...options },
    {
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers);
        const body = typeof init?.body === 'string' ? init.body : undefined;
        made.push({
          line: `${init?.method} ${String(url)}`,
          key: headers.get('idempotency-key'),
          authorization: headers.get('authorization'),
          body,
        });
        return answer(made[made.length - 1] as Made, made.length);
      },
      nowMs: () => Date.parse('2026-03-01T09:00:00Z'),
      random: () => 1,
      uuid: () => `uuid ${uuids++}`,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        waits.push(ms);
      },
    },
  );
  return { client, made, waits };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: `it is ${code}` } }, headers);
const lost = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: new Error(code) });

async function failureOf(call: Promise<unknown>): Promise<PostledgerError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, PostledgerError);
  return error as PostledgerError;
}

/** The client over the service itself, in this process. */
function clientOf(api: ApiFixture, key = api.key): Client {
  return postledger(
    { url: URL_, key, attempts: 1 },
    {
      fetch: async (url, init) => {
        const { method, headers, body } = new Request(String(url), init);
        const given = Object.fromEntries(headers);
        const answer = await api.call(method, String(url).slice(URL_.length), {
          key: given.authorization?.slice('Bearer '.length) ?? null,
          headers: given,
          ...(body === null ? {} : { body: String(init?.body) }),
        });
        const { status, text } = answer;
        return new Response(status === 204 ? null : text, {
          status,
          headers: answer.headers as Record<string, string>,
        });
      },
    },
  );
}

/** How each operation is called, by its id. */
const calls = (client: Client): Readonly<Record<keyof Client, () => unknown>> => {
  const sms = {
    from: '+4511111111',
    to: '+4522222222',
    template: 'code',
    consent_basis: 'transactional',
  } as const;
  const campaign = { name: 'n', audience_id: ID, template_id: ID, from: 'news@shop.test' };
  return {
    sendEmail: () => client.sendEmail(EMAIL),
    sendEmails: () => client.sendEmails([EMAIL]),
    sendSms: () => client.sendSms(sms),
    listSms: () => client.listSms({ limit: 2, direction: 'inbound' }),
    allSms: () => client.allSms().next(),
    getSms: () => client.getSms(ID),
    getAnalytics: () => client.getAnalytics({ from: '2026-03-01T00:00:00+01:00' }),
    listContacts: () => client.listContacts(),
    allContacts: () => client.allContacts().next(),
    saveContact: () => client.saveContact({ email: 'bo@customer.test' }),
    listAudiences: () => client.listAudiences(),
    createAudience: () => client.createAudience({ name: 'n' }),
    listCampaigns: () => client.listCampaigns(),
    createCampaign: () => client.createCampaign(campaign),
    listTemplates: () => client.listTemplates(),
    createTemplate: () => client.createTemplate({ friendly_name: 'n', name: 'n', subject: 's' }),
    getTemplate: () => client.getTemplate(ID),
    updateTemplate: () => client.updateTemplate(ID, { html: null }),
    deleteTemplate: () => client.deleteTemplate(ID),
    listWebhookEndpoints: () => client.listWebhookEndpoints(),
    createWebhookEndpoint: () => client.createWebhookEndpoint({ name: 'n', url: URL_, events: ['*'] }),
    updateWebhookEndpoint: () => client.updateWebhookEndpoint(ID, { status: 'ACTIVE' }),
    disableWebhookEndpoint: () => client.disableWebhookEndpoint(ID),
  };
};

test('it has every native operation by its id, where the description has it', async () => {
  assert.is(SAME.length, 4);
  const { api } = await fixture();
  const { body } = await api.call('GET', '/openapi.json', { key: null });
  await api.close();
  const paths = body.paths as unknown as Record<string, Record<string, { operationId: string }>>;
  const described = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods))
      if (path.startsWith('/v1/')) described.set(operationId, `${method.toUpperCase()} ${path}`);
  const native = operations.map(nameOf).filter((name) => name.includes(' /v1/'));
  assert.is(native.length, described.size);

  const { client, made } = scripted(() => json(200, { data: [], next_cursor: null }));
  for (const [name, call] of Object.entries(calls(client))) {
    await call();
    const line = made.at(-1)?.line.replace(URL_, '').replace(ID, '{id}').replace(/\?.*/, '');
    assert.is(line, described.get(name.replace(/^all/, 'list')), name);
  }
  const queries = made.map(({ line }) => /\?.*/.exec(line)?.[0]).filter(Boolean);
  assert.equal(queries, ['?limit=2&direction=inbound', '?from=2026-03-01T00%3A00%3A00%2B01%3A00']);
});

test('what it sends and reads is what the service takes and gives', async () => {
  const { api, own } = await fixture();
  const client = clientOf(api);
  const receipt = await client.sendEmail(EMAIL, { idempotencyKey: 'invoice-4711' });
  assert.equal([receipt.to, receipt.status], [['ann@customer.test'], 'queued']);
  const again = await client.sendEmail(EMAIL, { idempotencyKey: 'invoice-4711' });
  assert.is(again.id, receipt.id);
  const { data } = await client.sendEmails([EMAIL, EMAIL]);
  assert.is(data.length, 2);
  assert.is((await client.getTemplate(own.template)).revisions.length, 1);
  assert.is((await client.updateTemplate(own.template, { text: 'Hello again' })).revision, 2);
  await client.deleteTemplate(own.template);
  for (let at = 0; at < 5; at++) await client.saveContact({ email: `c${at}@customer.test` });
  const found: string[] = [];
  for await (const { email } of client.allContacts({ limit: 2 })) found.push(email);
  assert.equal(found, ['ann@customer.test', ...[0, 1, 2, 3, 4].map((at) => `c${at}@customer.test`)]);
  assert.is((await client.getSms(own.sms)).attempts.length, 0);
  await api.close();
});

test('a refusal says its code, what is wrong where, and how the log names it', async () => {
  const { api } = await fixture();
  const client = clientOf(api);
  const wrong = await failureOf(client.sendEmail({ ...EMAIL, to: ['ann@customer.test', 'no'], tags: [''] }));
  assert.equal([wrong.code, wrong.status], ['validation_failed', 422]);
  assert.equal(
    wrong.issues.map(({ path }) => path),
    ['/to/1', '/tags/0'],
  );
  assert.match(wrong.requestId ?? '', /^[0-9a-f-]{36}$/);
  assert.is((await failureOf(client.getTemplate(ID))).code, 'not_found');
  assert.is((await failureOf(clientOf(api, 'pl_unknown').listContacts())).code, 'unauthorized');
  const scoped = clientOf(api, await api.keyWith(['contact:read']));
  assert.is((await failureOf(scoped.sendEmail(EMAIL))).code, 'forbidden');
  assert.is((await failureOf(client.getSms(ID))).code, 'not_found', 'in the flat form of SMS too');
  await client.sendEmail(EMAIL, { idempotencyKey: 'one' });
  const other = await failureOf(client.sendEmail({ ...EMAIL, text: 'Bye' }, { idempotencyKey: 'one' }));
  assert.equal([other.code, other.status], ['other_request', 202]);
  await api.close();
});

test('what may help is repeated, under the same key, later and later', async () => {
  const answers = [
    lost('ECONNRESET'),
    refused(503, 'unavailable', { 'retry-after': '2' }),
    json(202, { id: ID }),
  ];
  const { client, made, waits } = scripted(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer as Response;
  });
  assert.is((await client.sendEmail(EMAIL)).id, ID);
  assert.equal(
    made.map(({ key }) => key),
    ['uuid 0', 'uuid 0', 'uuid 0'],
  );
  assert.is(new Set(made.map(({ body }) => body)).size, 1);
  assert.equal(waits, [500, 2_000 + 1_000]);
  await client.sendEmail(EMAIL, { idempotencyKey: 'é 漢' }).catch(() => {});
  assert.is(made.at(-1)?.key, Buffer.from('é 漢').toString('latin1'), 'a key of any letters');
});

test('each way an answer may fail, and whether it is asked again', async () => {
  const html =
    (status: number, headers = {}) =>
    () =>
      new Response('<html>502 Bad Gateway</html>', { status, headers });
  const rows: readonly (readonly [name: string, Answering, code: string, times: number])[] = [
    ['refused connection', () => Promise.reject(lost('connect ECONNREFUSED 127.0.0.1:3025')), 'no_answer', 4],
    ['no such host', () => Promise.reject(lost('getaddrinfo ENOTFOUND mail.example.net')), 'no_answer', 4],
    ['untrusted certificate', () => Promise.reject(lost('self-signed certificate')), 'no_answer', 4],
    ['an answer that ends early', () => new Response(broken()), 'no_answer', 4],
    ['a proxy without a service', html(502), 'unexpected_answer', 4],
    ['a proxy that is slow', html(504), 'unexpected_answer', 4],
    ['a proxy that counts', html(429, { 'retry-after': '1' }), 'unexpected_answer', 4],
    ['an overloaded service', () => refused(503, 'unavailable'), 'unavailable', 4],
    ['a fault of the service', () => refused(500, 'internal_error'), 'internal_error', 4],
    ['a faulty request', () => refused(422, 'validation_failed'), 'validation_failed', 1],
    ['an unknown key', () => refused(401, 'unauthorized'), 'unauthorized', 1],
    ['another site', html(200), 'unexpected_answer', 1],
    [
      'https asked for',
      html(301, { location: 'https://mail.example.net/v1/emails' }),
      'unexpected_answer',
      1,
    ],
    [
      'maintenance for an hour',
      () => refused(503, 'unavailable', { 'retry-after': '3600' }),
      'unavailable',
      1,
    ],
    [
      'and by date',
      () => refused(503, 'unavailable', { 'retry-after': 'Sun, 01 Mar 2026 10:00:00 GMT' }),
      'unavailable',
      1,
    ],
  ];
  for (const [name, answer, code, times] of rows) {
    const { client, made } = scripted(answer);
    const failure = await failureOf(client.sendEmail(EMAIL));
    assert.equal([failure.code, made.length], [code, times], name);
    assert.not.match(`${failure.message} ${failure.stack}`, 'pl_a', name);
  }
  const { client } = scripted(html(301, { location: 'https://mail.example.net/' }));
  assert.match((await failureOf(client.listSms())).message, 'https://mail.example.net/');
  const { client: lonely } = scripted(() => Promise.reject(lost('connect ECONNREFUSED 127.0.0.1:3025')));
  assert.is(
    (await failureOf(lonely.listSms())).message,
    'No answer from mail.example.net: connect ECONNREFUSED 127.0.0.1:3025',
  );
});

/** A body that breaks off. */
const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id'));
      controller.error(new TypeError('terminated'));
    },
  });

test('what would make a second thing is not repeated; what was deleted stays so', async () => {
  const down: Answering = () => Promise.reject(lost('ECONNRESET'));
  for (const name of [
    'createAudience',
    'createCampaign',
    'createTemplate',
    'createWebhookEndpoint',
  ] as const) {
    const { client, made } = scripted(down);
    await failureOf(calls(client)[name]() as Promise<unknown>);
    assert.is(made.length, 1, name);
  }
  for (const name of ['saveContact', 'updateTemplate', 'getSms', 'disableWebhookEndpoint'] as const) {
    const { client, made } = scripted(down, { attempts: 3 });
    await failureOf(calls(client)[name]() as Promise<unknown>);
    assert.is(made.length, 3, name);
  }
  const { client } = scripted((_, at) =>
    at === 1 ? Promise.reject(lost('ECONNRESET')) : refused(404, 'not_found'),
  );
  assert.is(await client.deleteTemplate(ID), undefined);
  const { client: first } = scripted(() => refused(404, 'not_found'));
  assert.is((await failureOf(first.deleteTemplate(ID))).code, 'not_found');
});

test('the caller may break it off, while it asks and while it waits', async () => {
  const reason = new Error('the customer left');
  const stop = new AbortController();
  const { client, made } = scripted(() => {
    stop.abort(reason);
    return Promise.reject(lost('aborted'));
  });
  const said = await client.sendEmail(EMAIL, { signal: stop.signal }).catch((error: unknown) => error);
  assert.is(said, reason);
  assert.is(made.length, 1);

  const later = new AbortController();
  const real = postledger(
    { url: URL_, key: 'pl_a' },
    { fetch: async () => refused(503, 'unavailable', { 'retry-after': '50' }), random: () => 0 },
  );
  const waiting = real.listSms({}, { signal: later.signal }).catch((error: unknown) => error);
  setTimeout(() => later.abort(reason), 20);
  assert.is(await waiting, reason);
});

test('an answer that does not come is not waited for', async () => {
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      // As the network does, it keeps the process up meanwhile.
      const alive = setInterval(() => {}, 1_000);
      init?.signal?.addEventListener('abort', () => {
        clearInterval(alive);
        reject(init.signal?.reason);
      });
    });
  const client = postledger(
    { url: URL_, key: 'pl_a', timeoutMs: 20, attempts: 2 },
    { fetch: never, random: () => 0 },
  );
  assert.is((await failureOf(client.listSms())).code, 'no_answer');
});

test('what cannot be an address or a key is said at once, and not repeated to anyone', () => {
  for (const url of ['', 'mail.example.net', 'ftp://mail.example.net', 'https://a:b@mail.example.net'])
    assert.throws(() => postledger({ url, key: 'pl_a' }), /^TypeError|url must be/);
  for (const key of ['', 'pl_secret\n', 'pl_se cret', 'pl_sécret'])
    assert.throws(
      () => postledger({ url: URL_, key }),
      (error: unknown) => error instanceof TypeError && !/secret|cret/.test(error.message),
    );
  for (const url of ['https://mail.example.net/', 'https://mail.example.net/mail//']) {
    const { client, made } = scripted(() => json(200, { data: [] }), { url });
    void client.listAudiences();
    assert.is(made[0]?.line, `GET ${url.replace(/\/+$/, '')}/v1/audiences`);
  }
});

test.run();
