import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildApp } from '../../src/api/app.ts';
import { operatorRoutes } from '../../src/api/routes/index.ts';
import { readSettings } from '../../src/config.ts';
import { openAdmin, operatorCheck } from '../../src/main/admin.ts';
import { consoleFixture } from '../console/consoleFixture.ts';
import { apiFixture } from '../support/apiFixture.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('issue 50, 5: the listener for operators, and requests that name several hosts');

const TOKEN = 'a'.repeat(64);

/** Operators' listener without a port; resolves with the status of a request with these headers. */
async function operators(token: string | null) {
  const api = await apiFixture();
  const app = await buildApp(api.context, quietLog, {
    ...{ routes: operatorRoutes, docs: api.app, admit: operatorCheck(token) },
  });
  return {
    status: async (headers: Readonly<Record<string, string>>, url = '/metrics') =>
      (await app.inject({ method: 'GET', url, headers })).statusCode,
    async close() {
      await app.close();
      await api.close();
    },
  };
}

test('a name that a stranger can own is refused, for every path; addresses and plain names are not', async () => {
  const { status, close } = await operators(null);
  for (const host of [
    'evil.test',
    'evil.test:3027',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'a.b',
    '[::1',
    '1.2.3',
  ])
    for (const path of ['/metrics', '/readyz', '/docs', '/openapi.json', '/nowhere'])
      assert.is(await status({ host }, path), 400, `${host} ${path}`);
  for (const host of [
    'localhost',
    'localhost:3027',
    '127.0.0.1:3027',
    '[::1]:3027',
    '10.0.0.7',
    'postledger:3027',
    '[fd00::7]',
  ])
    assert.is(await status({ host }), 200, host);
  await close();
});

test('with a token nothing is answered without it', async () => {
  const { status, close } = await operators(TOKEN);
  const host = '127.0.0.1:3027';
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${TOKEN}a`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
    'Bearer null',
  ])
    for (const path of ['/metrics', '/readyz', '/healthz', '/openapi.json', '/', '/nowhere'])
      assert.is(await status({ host, authorization }, path), 401, `${authorization} ${path}`);
  for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`])
    assert.is(await status({ host, authorization }), 200);
  await close();
});

test('on an address that other machines reach, the start says so loudly', async () => {
  for (const [host, token, said] of [
    ['127.0.0.1', undefined, null],
    ['0.0.0.0', undefined, /^OPERATORS ARE ANSWERED TO ANYONE/],
    ['0.0.0.0', TOKEN, /^OTHER MACHINES REACH/],
  ] as const) {
    const api = await apiFixture();
    const warned: string[] = [];
    const log = { ...quietLog, warn: (_fields: object, message: string) => void warned.push(message) };
    const settings = readSettings({
      ...{ POSTLEDGER_ADMIN_HOST: host, POSTLEDGER_ADMIN_PORT: '0' },
      ...(token && { POSTLEDGER_ADMIN_TOKEN: token }),
    });
    const admin = await openAdmin(settings, { ...api.context, log }, null);
    if (said === null) assert.equal(warned, []);
    else assert.match(warned[0] ?? '', said);
    await admin.close();
    await api.close();
  }
});

test('two Host headers are 400 at every listener', async () => {
  const console = await consoleFixture({ url: null });
  const admin = await openAdmin(readSettings({ POSTLEDGER_ADMIN_PORT: '0' }), console.api.context, null);
  await console.app.listen({ host: '127.0.0.1', port: 0 });
  await console.api.app.listen({ host: '127.0.0.1', port: 0 });
  for (const [name, { server }] of Object.entries({ console: console.app, api: console.api.app, admin })) {
    const { port } = server.address() as AddressInfo;
    const own = `127.0.0.1:${port}`;
    const answer = (hosts: string) =>
      new Promise<string>((resolve) => {
        let said = '';
        connect(port, '127.0.0.1')
          .on('data', (chunk) => {
            said += chunk;
          })
          .on('close', () => resolve(said.slice(9, 12)))
          .write(`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      });
    assert.is(await answer(`Host: ${own}\r\n`), name === 'console' ? '401' : '200', name);
    for (const hosts of [
      `Host: ${own}\r\nHost: evil.test\r\n`,
      `Host: evil.test\r\nHost: ${own}\r\n`,
      `host: ${own}\r\nX-Other: a\r\nHOST: ${own}\r\n`,
    ])
      assert.is(await answer(hosts), '400', `${name}: ${hosts}`);
  }
  await admin.close();
  await console.close();
});

test.run();
