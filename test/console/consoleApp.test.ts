import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endConsoleSessions } from '../../src/commands/console/consoleLogin.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { type ConsoleFixture, consoleFixture } from './consoleFixture.ts';

/** Who may open the console, from where, and what they may do. */
const test = suite<{ at: ConsoleFixture }>('console: access');

test.before.each(async (context) => {
  context.at = await consoleFixture();
});
test.after.each(({ at }) => at.close());

const LOG = ['log', 'log.ndjson', 'log/ledger/0', 'log/as-of'];
const PATHS = ['', 'messages', 'addresses', 'webhooks', 'figures', 'settings', 'log'];
const tokenIn = (text: string) => /name="_csrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
const pathOf = (path: string) => (path === '' ? '/' : `/w/default/${path}`);

test('a link logs in once; its second use, and one that was made up, do not', async ({ at }) => {
  const link = await at.link({ name: '<b>Ann</b>' });
  const ann = at.visitor();
  const asked = await ann.get(link);
  assert.is(asked.status, 200);
  assert.match(asked.text, '&lt;b&gt;Ann&lt;/b&gt;');
  assert.is((await ann.get('/')).status, 401, 'opening the link does nothing');
  assert.is((await ann.post(link, {}, link)).status, 303);
  assert.is((await ann.get('/')).status, 200);
  const bob = at.visitor();
  assert.is((await bob.get(link)).status, 401);
  assert.is((await bob.post(link, {}, await at.link())).status, 401);
  assert.is((await bob.get('/')).status, 401);
  assert.is((await bob.get('/login/made-up')).status, 401);
  assert.is((await ann.get('/')).status, 200, 'what others try ends no session');
});

test('issue 50, 6: a link that was used says when and from where, to whoever has it; behind a proxy it is the client', async ({
  at,
}) => {
  const [one, proxied, forged] = [await at.link(), await at.link(), await at.link()];
  const use = async (link: string, remoteAddress: string, forwarded: string | null) => {
    const ann = at.visitor();
    const csrf = tokenIn((await ann.get(link)).text);
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await at.app.inject({
      ...{ method: 'POST', url: link, remoteAddress, payload: String(new URLSearchParams({ _csrf: csrf })) },
      headers: {
        ...{ host: 'console.test', cookie, origin: 'https://console.test' },
        'content-type': 'application/x-www-form-urlencoded',
        ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
      },
    });
    assert.is(answer.statusCode, 303);
    const again = await at.visitor().get(link);
    assert.is(again.status, 401);
    return again.text;
  };
  const said = await use(one, '::ffff:192.0.2.7', null);
  assert.match(said, /was used at \d{4}-\d\d-\d\dT[\d:.]+Z from 192\.0\.2\.7\. If that was not you/);
  const [, id = ''] = /console logins --revoke ([0-9a-f]{12})\./.exec(said) ?? [];
  assert.ok(id !== '' && at.api.store.log.some(({ stream }) => stream.startsWith(`console-${id}`)), said);
  assert.match(await use(proxied, '10.9.9.9', '198.51.100.9'), 'from 198.51.100.9.');
  assert.match(await use(forged, '203.0.113.5', '198.51.100.9'), 'from 203.0.113.5.');
});

test('a link is over after ten minutes, and a session after twelve hours', async ({ at }) => {
  const { clock } = at.api;
  const [early, late] = [await at.link(), await at.link({ name: 'Bob' })];
  const [ann, bob] = [at.visitor(), at.visitor()];
  clock.pass(599_000);
  assert.is((await ann.post(early, {}, early)).status, 303);
  clock.pass(2_000);
  assert.is((await bob.get(late)).status, 401);
  clock.pass(12 * 3_600_000 - 3_000);
  assert.is((await ann.get('/')).status, 200);
  clock.pass(2_000);
  assert.is((await ann.get('/')).status, 401);
});

test('without a session there is nothing but the files of the pages', async ({ at }) => {
  const stranger = at.visitor();
  for (const path of PATHS) assert.is((await stranger.get(pathOf(path))).status, 401, path);
  const [, style = ''] = /href="(\/assets\/[^"]*console.css)"/.exec((await stranger.get('/')).text) ?? [];
  const file = await stranger.get(style);
  assert.is(file.status, 200);
  assert.match(String(file.headers['cache-control']), 'immutable');
  assert.is((await stranger.get('/nowhere')).status, 404);
});

test('issue 49, 3: a slash too many leads to the same page, with the same rights and links', async ({
  at,
}) => {
  const ann = await at.loggedIn({ name: 'Slashes' });
  const stranger = at.visitor();
  for (const path of ['/w/default/messages/', '//w/default/messages', '/w//default/messages//?status=sent']) {
    const page = await ann.get(path);
    assert.is(page.status, 200, path);
    assert.not.match(page.text, /(?:href|action|src|hx-get)="\/\//, path);
    assert.is((await stranger.get(path)).status, 401, path);
  }
  assert.is((await ann.get('//nowhere/')).status, 404);
});

test('no page is kept by a browser, framed, or loads anything from elsewhere', async ({ at }) => {
  const { status, headers } = await (await at.loggedIn()).get('/');
  assert.is(status, 200);
  assert.is(headers['cache-control'], 'no-store');
  const ann = await at.loggedIn({ name: 'Files' });
  for (const path of ['/w/default/figures.csv', '/w/default/log.ndjson', '/w/default/messages/x', '/nowhere'])
    assert.is((await ann.get(path)).headers['cache-control'], 'no-store', path);
  assert.is(headers['x-frame-options'], 'DENY');
  assert.match(String(headers['strict-transport-security']), /^max-age=\d{7,}/);
  assert.is(headers['referrer-policy'], 'same-origin');
  assert.is(
    headers['content-security-policy'],
    "default-src 'self';img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  );
});

test('the cookie is of this site alone, unreadable to scripts, and tells nothing', async ({ at }) => {
  const link = await at.link();
  const ann = at.visitor();
  await ann.get(link);
  const { headers } = await ann.post(link, {}, link);
  const cookie = [headers['set-cookie']].flat().join();
  for (const part of ['__Host-console-', 'HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/', 'Max-Age=43200'])
    assert.match(cookie, part);
  assert.not.match(decodeURIComponent(cookie), 'login');
  const stolen = at.visitor();
  const [[name, value] = ['', '']] = [...ann.cookies];
  stolen.cookies.set(name, `${value.slice(0, -3)}AAA`);
  assert.is((await stolen.get('/')).status, 401, 'a cookie that was changed');
});

test('issue 50, 5: consoles of one host have cookies of different names, and stay logged in next to each other', async () => {
  const names = new Set<string>();
  for (const [url, port] of [
    ['http://127.0.0.1', 3026],
    ['http://127.0.0.1', 3126],
    ['https://console.test', 3026],
    ['https://console.test:8443', 3026],
  ] as const) {
    const at = await consoleFixture({ url, port });
    const { origin, host } = new URL(url);
    const headers = { host, origin };
    const answer = await at.app.inject({ method: 'GET', url: await at.link(), headers });
    for (const { name } of answer.cookies) names.add(name);
    await at.close();
  }
  assert.is(names.size, 4, [...names].join());
});

test('another name of this machine, and a form of another page, are refused', async ({ at }) => {
  const ann = await at.loggedIn();
  for (const host of ['evil.test', 'evil-console.test', 'console.test:81', 'console.test.evil.test', ''])
    assert.is((await ann.get('/', { host })).status, 400, host);
  const suppress = pathOf('addresses/suppress');
  const fields = { address: 'ann@example.org', reason: 'x' };
  const from = pathOf('addresses/find?address=ann@example.org');
  assert.is((await ann.post(suppress, fields)).status, 403, 'without the token of a page');
  const bob = await at.loggedIn({ name: 'Bob' });
  const token = tokenIn((await bob.get(from)).text);
  const right = tokenIn((await ann.get(from)).text);
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = (headers: Readonly<Record<string, string>>, csrf: string) =>
    at.app.inject({
      ...{ method: 'POST', url: suppress, payload: String(new URLSearchParams({ ...fields, _csrf: csrf })) },
      headers: {
        host: 'console.test',
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });
  const own = { origin: 'https://console.test' };
  assert.is((await send(own, token)).statusCode, 403, "with another session's token");
  for (const origin of ['https://evil.test', 'http://console.test', 'null'])
    assert.is((await send({ origin }, right)).statusCode, 403, `from ${origin}`);
  assert.is((await send({}, right)).statusCode, 403, 'from no origin');
  assert.is((await at.api.store.log.filter(({ type }) => type === 'SuppressionAdded')).length, 0);
  assert.is((await send(own, right)).statusCode, 303);
});

test('without an address of its own it is known by the names of this machine and its port alone', async () => {
  const at = await consoleFixture({ url: null });
  try {
    await at.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = at.app.server.address() as AddressInfo;
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', headers: { host } }, (answer) =>
          resolve(answer.resume().statusCode),
        )
          .on('error', reject)
          .end();
      });
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])
      assert.is(await statusFor(`${name}:${port}`), 401, name);
    for (const host of [
      `evil.test:${port}`,
      'localhost',
      `localhost:${port + 1}`,
      `localhost:${port}.evil.test`,
    ])
      assert.is(await statusFor(host), 400, host);
  } finally {
    await at.close();
  }
});

test('logging in and out need the token of a page too, and no token outlives a session', async ({ at }) => {
  const link = await at.link();
  const ann = at.visitor();
  assert.is((await ann.post(link, {})).status, 403);
  assert.is((await ann.get('/')).status, 401);
  const before = tokenIn((await ann.get(link)).text);
  assert.is((await ann.post(link, { _csrf: before })).status, 303);
  const suppress = { address: 'ann@example.org', reason: 'x', _csrf: before };
  assert.is((await ann.post(pathOf('addresses/suppress'), suppress)).status, 403, 'a token of before');
  assert.is((await ann.post('/logout', {})).status, 403);
  assert.is((await ann.get('/')).status, 200, 'another page has logged no one out');
});

test('each role may do what it is for, and no more', async ({ at }) => {
  const acts: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
    ['addresses/suppress', { address: 'a@example.org', reason: 'x' }],
    ['addresses/lift', { address: 'a@example.org', reason: 'x' }],
    ['webhooks/again', { all: 'yes' }],
    ['webhooks/test', { endpoint: 'x' }],
    ['webhooks/status', { endpoint: 'x' }],
    ['settings/keys/revoke', { key: 'x' }],
    ['settings/pace', { per_second: '5', per_day: '500' }],
    ['settings/suspend', { reason: 'x' }],
    ['settings/resume', { reason: 'x' }],
  ];
  const allowed = async (role: 'viewer' | 'support' | 'operator' | 'auditor') => {
    const one = await at.loggedIn({ role, name: role });
    const may: string[] = [];
    for (const [path, fields] of acts) {
      const { status } = await one.post(pathOf(path), fields, '/');
      if (status !== 403) may.push(path);
    }
    for (const path of LOG) if ((await one.get(pathOf(path))).status !== 403) may.push(path);
    return may;
  };
  assert.equal(await allowed('viewer'), []);
  assert.equal(await allowed('support'), ['addresses/suppress', 'addresses/lift', 'webhooks/again']);
  assert.equal(await allowed('operator'), [...acts.map(([path]) => path), ...LOG]);
  assert.equal(await allowed('auditor'), LOG);
  const acted = at.api.store.log.filter(({ type }) => type === 'SuppressionAdded');
  assert.equal(
    acted.map(({ metadata: { actor, person } }) => [actor, person]),
    [
      ['operator', 'support'],
      ['operator', 'operator'],
    ],
  );
});

test('a person of one workspace sees no other', async ({ at }) => {
  const { api } = at;
  await openWorkspace(api.ledger, { actor: 'operator', correlation: '', causation: null }, 'acme');
  await api.project();
  const ann = await at.loggedIn({ workspaceId: api.workspace });
  for (const path of PATHS.slice(1)) {
    assert.is((await ann.get(`/w/default/${path}`)).status, 200, path);
    assert.is((await ann.get(`/w/acme/${path}`)).status, 404, path);
  }
  assert.not.match((await ann.get('/')).text, 'acme');
  assert.match((await (await at.loggedIn({ name: 'Bob' })).get('/')).text, 'acme');
  const { body } = await api.call('POST', '/v1/emails', {
    body: { from: 'me@acme.test', to: 'delivered@example.com', subject: 's', text: 't' },
    idempotencyKey: 'k',
  });
  assert.is((await ann.get(`/w/default/messages/${body.id}`)).status, 200);
  const carl = await at.loggedIn({ name: 'Carl' });
  assert.is((await carl.get(`/w/acme/messages/${body.id}`)).status, 404, "another workspace's message");
});

test('logging out, and ending all sessions, hold at once', async ({ at }) => {
  const [ann, bob] = [await at.loggedIn(), await at.loggedIn({ name: 'Bob' })];
  const copy = at.visitor();
  for (const [name, value] of ann.cookies) copy.cookies.set(name, value);
  assert.is((await copy.get('/')).status, 200);
  assert.is((await ann.post('/logout', {}, pathOf('addresses'))).status, 303);
  assert.is((await ann.get('/')).status, 401);
  assert.is((await copy.get('/')).status, 401, 'a copy of the cookie is of no use any more');
  await endConsoleSessions(at.api.ledger, { actor: 'operator', correlation: '', causation: null }, null);
  assert.is((await bob.get('/')).status, 401);
});

test.run();
