import type { FastifyRequest } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuseOtherHosts } from '../../src/console/hosts.ts';

const test = suite('console: the names under which it is known');

const asked = (localPort: number, headers: Readonly<Record<string, string>>, method = 'GET') =>
  ({ method, headers, raw: { rawHeaders: [] }, socket: { localPort } }) as unknown as FastifyRequest;

test('a browser leaves out the port of http, and writes an IPv6 address in brackets', () => {
  for (const [port, host] of [
    [80, 'localhost'],
    [80, '127.0.0.1'],
    [80, '[::1]'],
    [3026, '[::1]:3026'],
  ] as const) {
    refuseOtherHosts(asked(port, { host }), null);
    refuseOtherHosts(asked(port, { host, origin: `http://${host}` }, 'POST'), null);
  }
  for (const [port, host] of [
    [80, 'evil.test'],
    [3026, 'localhost'],
    [3026, '[::1]'],
  ] as const)
    assert.throws(() => refuseOtherHosts(asked(port, { host }), null), `not known as ${host}`);
});

test('an address of its own is the only one', () => {
  refuseOtherHosts(asked(3026, { host: 'console.test' }), 'https://console.test:443');
  assert.throws(() => refuseOtherHosts(asked(3026, { host: 'localhost:3026' }), 'https://console.test'));
});

test.run();
