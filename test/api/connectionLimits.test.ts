import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { limitConnections } from '../../src/api/connectionLimits.ts';
import { apiFixture } from '../support/apiFixture.ts';
import { manualClock } from '../support/manualClock.ts';

const test = suite('limits of connections');

/** A connection as the server gets it. */
function arriving(remoteAddress: string) {
  const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy: () => {} });
  socket.destroy = () => {
    socket.destroyed = true;
    socket.emit('close');
  };
  return socket;
}

function limited(maxFiles?: number) {
  const server = createServer();
  const isTrustedProxy = (address: string) => address === '192.0.2.9';
  limitConnections(server, { clock: manualClock(), isTrustedProxy }, maxFiles ? { maxFiles } : {});
  return {
    server,
    from(address: string, count: number) {
      const sockets = Array.from({ length: count }, () => arriving(address));
      for (const socket of sockets) server.emit('connection', socket as unknown as Socket);
      return sockets;
    },
  };
}

const open = (sockets: readonly { readonly destroyed: boolean }[]) =>
  sockets.filter(({ destroyed }) => !destroyed).length;

test('a network has 500 at a time; a /64 of IPv6 is one network', () => {
  const { from } = limited();
  const first = from('198.51.100.1', 600);
  assert.is(open(first), 500);
  assert.is(open(from('::ffff:198.51.100.1', 1)), 0);
  assert.is(open(from('198.51.100.2', 1)), 1);
  first[0]?.destroy();
  assert.is(open(from('198.51.100.1', 2)), 1);
  assert.is(open([...from('2001:db8::1', 300), ...from('2001:db8::2', 300)]), 500);
  assert.is(open(from('2001:db8:0:1::1', 1)), 1);
});

test('this machine and trusted proxies stand for many clients', () => {
  const { from } = limited();
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.0.2.9', '::ffff:192.0.2.9'])
    assert.is(open(from(address, 600)), 600, address);
});

test('file descriptors are left for the log, blobs and mail', () => {
  assert.is(limited(512).server.maxConnections, 256);
  assert.is(limited(100).server.maxConnections, 50);
  assert.is(limited(65_536).server.maxConnections, 65_280);
});

test('a trusted proxy names the client; anyone else is who the socket says', async () => {
  for (const [isTrusted, named] of [
    [true, '203.0.113.7'],
    [false, '127.0.0.1'],
  ] as const) {
    const seen: string[] = [];
    const api = await apiFixture({
      options: { isTrustedProxy: (address) => isTrusted && address === '127.0.0.1' },
      routes: [
        (app) => {
          app.get('/seen', { config: { public: true } }, async ({ ip }) => {
            seen.push(ip);
            return {};
          });
        },
      ],
    });
    await api.call('GET', '/seen', { headers: { 'x-forwarded-for': '10.9.9.9, 203.0.113.7' } });
    assert.equal(seen, [named]);
    await api.close();
  }
});

test('a socket that is refused is closed at once', async () => {
  const server = createServer((_request, response) => response.end());
  limitConnections(server, { clock: manualClock(), isTrustedProxy: () => false }, { maxFiles: 4 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  await new Promise((resolve) => sockets[2]?.once('close', resolve));
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test.run();
