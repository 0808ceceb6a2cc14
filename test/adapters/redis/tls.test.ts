// runs in: test:all
import { writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rejection } from '../../contract/eventStore/events.ts';
import { requires } from '../../servers/requires.ts';
import { freePort, startRedis } from '../../servers/servers.ts';
import { selfSigned } from '../../support/certificate.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { redisAt } from './openedRedis.ts';

const { redis: plain } = await requires('redis');
const test = suite('Redis with TLS and without');
const folder = temporaryFolder();
const file = (name: string, text: string) => {
  const path = `${folder.path}/${name}`;
  writeFileSync(path, text);
  return path;
};
test.after(async () => {
  await plain.stop();
  folder.remove();
});

/** Why it cannot be asked, as doctor and the log of an outage say it. */
async function reasonAt(url: string): Promise<string> {
  const redis = redisAt(url);
  const reason = String(await rejection(redis.probe()));
  await redis.close();
  return reason;
}

test('an address without TLS to a port with it: the reason says so', async () => {
  const [port, { cert, key }] = [await freePort(), selfSigned()];
  const own = ['--tls-cert-file', file('cert.pem', cert), '--tls-key-file', file('key.pem', key)];
  const server = await startRedis('--tls-port', String(port), '--tls-auth-clients', 'no', ...own);
  for (const address of [`redis://127.0.0.1:${port}`, `redis://:word@127.0.0.1:${port}/1`])
    assert.match(await reasonAt(address), /where it speaks TLS, the address needs rediss:\/\/$/);
  await server.stop();
});

test('an address with TLS to a port without it: the same', async () => {
  const reason = await reasonAt(plain.url.replace('redis:', 'rediss:'));
  assert.match(reason, /where it speaks without TLS, the address needs redis:\/\/$/);
});

test('a port on which nothing listens has no such reason', async () => {
  for (const scheme of ['redis', 'rediss'])
    assert.match(await reasonAt(`${scheme}://127.0.0.1:1`), /connect ECONNREFUSED 127\.0\.0\.1:1$/);
});

test.run();
