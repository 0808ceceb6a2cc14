// runs in: test:all
// timeout: 600 s
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routesOf } from '../support/routesOf.ts';
import { type ConsoleFixture, consoleFixture } from './consoleFixture.ts';

const test = suite<{ at: ConsoleFixture }>(
  'issue 50, 5: malformed cursors, positions and requests of the console',
);

test.before.each(async (context) => {
  context.at = await consoleFixture();
});
test.after.each(({ at }) => at.close());

const MALFORMED = [
  '[]',
  'null',
  '1',
  '{}',
  '{"values":1,"key":"a"}',
  '{"values":[1],"key":"a"}',
  '{"values":[],"key":1}',
  '{"values":["a"]}',
  '{"values":["a"],"key":"b"',
  '{"values":[],"key":"x"}',
  '{"values":["a","b","c","d","e"],"key":"x"}',
  '{"values":["\\u0000"],"key":"\\u0000"}',
  '\u0000',
  'é',
  '-1',
  '1e9',
  '0x10',
  '99999999999999999999',
  '184467440737095516160',
  ' 5',
  "' OR 1=1 --",
  '%',
  '..',
  'x'.repeat(3_000),
  'NaN',
  '2026-13-45',
  '2026-02-30T25:61',
  '[["__proto__"]]',
  '{"__proto__":{"values":[],"key":"a"}}',
];
const NAMES = [
  'after',
  'position',
  'at',
  'since',
  'until',
  'from',
  'to',
  'days',
  'day',
  'revision',
  'compare',
  'number',
  'type',
  'stream',
  'correlation',
  'status',
  'find',
  'key',
  'model',
  'kind',
  'endpoint',
  'address',
  'limit',
];
const HEADERS = [
  'content-security-policy',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'strict-transport-security',
];

function assertSafe(headers: Readonly<Record<string, unknown>>, what: string): void {
  for (const name of HEADERS) assert.ok(headers[name] !== undefined, `${what}: no ${name}`);
  assert.is(headers['cache-control'], 'no-store', what);
}

test('no value of a query or a path makes a page fail; what is no place is 400', async ({ at }) => {
  const ann = await at.loggedIn();
  const failed: string[] = [];
  for (const { method, path } of routesOf(at.app)) {
    if (method !== 'GET' || path.startsWith('/assets') || path.startsWith('/login')) continue;
    const address = path.replace(':workspace', 'default').replace(/:\w+/g, 'x');
    for (const value of MALFORMED) {
      // All names at once, and the places alone: one that is refused hides the others.
      for (const names of [NAMES]) {
        const query = new URLSearchParams(names.map((name) => [name, value] as [string, string]));
        const { status, headers } = await ann.get(`${address}?${query}`);
        if (status >= 500) failed.push(`${status} ${address}?${query}`.slice(0, 200));
        assertSafe(headers, `${status} ${address}`);
      }
      const inPath = await ann.get(
        path.replace(':workspace', 'default').replace(/:\w+/g, encodeURIComponent(value)),
      );
      if (inPath.status >= 500) failed.push(`${inPath.status} ${path} of ${value.slice(0, 50)}`);
      assertSafe(inPath.headers, `${inPath.status} ${path} of ${value.slice(0, 50)}`);
    }
  }
  assert.equal(failed, []);
});

test('a list with a malformed place is 400 and no first page', async ({ at }) => {
  const ann = await at.loggedIn();
  for (const list of ['messages', 'addresses', 'contacts', 'webhooks', 'log', 'log.ndjson'])
    for (const after of [
      '[]',
      'null',
      '{}',
      'x',
      '{"values":[1],"key":"a"}',
      '{"values":[],"key":"x"}',
      '{"values":["a","b","c","d","e"],"key":"x"}',
      '-1',
      '99999999999999999999999',
    ])
      assert.is(
        (await ann.get(`/w/default/${list}?${new URLSearchParams({ after })}`)).status,
        400,
        `${list} ${after}`,
      );
});

test('every refusal has the headers of a page', async ({ at }) => {
  const ann = await at.loggedIn();
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'OPTIONS' | 'HEAD',
    url: string,
    headers: object = {},
    payload = '',
  ) =>
    at.app.inject({
      method,
      url,
      headers: { host: 'console.test', ...headers },
      ...(payload && { payload }),
    });
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://console.test' };
  const refused: Readonly<Record<string, ReturnType<typeof send>>> = {
    'another host': send('GET', '/', { host: 'evil.test' }),
    'no session': send('GET', '/'),
    'no page': send('GET', '/nowhere'),
    'no method': send('PUT', '/'),
    'a broken escape': send('GET', '/w/%E0%A4%A/messages'),
    'a long parameter': send('GET', `/login/${'x'.repeat(5_000)}`),
    'another origin': send('POST', '/logout', { ...form, origin: 'https://evil.test' }),
    'no token': send('POST', '/logout', form, 'a=b'),
    'a large form': send('POST', '/logout', form, `a=${'x'.repeat(70_000)}`),
    'another type': send('POST', '/logout', { ...form, 'content-type': 'text/xml' }, '<a/>'),
    'broken JSON': send('POST', '/logout', { ...form, 'content-type': 'application/json' }, '{'),
    'a link that is over': send('GET', '/login/x'),
  };
  for (const [what, answer] of Object.entries(refused)) {
    const { statusCode, headers } = await answer;
    assert.ok(statusCode >= 400 && statusCode < 500, `${what}: ${statusCode}`);
    assertSafe(headers, what);
  }
  assertSafe((await ann.get('/w/none/messages')).headers, 'no workspace');
});

test('what is no HTTP is refused with them too', async ({ at }) => {
  await at.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = at.app.server.address() as AddressInfo;
  for (const request of [
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: console.test\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  ]) {
    const said = await new Promise<string>((resolve) => {
      let text = '';
      connect(port, '127.0.0.1')
        .on('data', (chunk) => {
          text += chunk;
        })
        .on('error', () => {})
        .on('close', () => resolve(text))
        .write(request);
    });
    assert.match(said, /^HTTP\/1\.1 4\d\d /);
    for (const name of HEADERS) assert.match(said.toLowerCase(), `\r\n${name}: `, request.slice(0, 30));
  }
});

test.run();
