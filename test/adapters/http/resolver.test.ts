import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dnsResolver } from '../../../src/adapters/http/resolver.ts';
import { addressGuard } from '../../../src/dispatcher/addressGuard.ts';
import { A, AAAA, dnsServer } from '../../support/dnsServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite('dns resolver');

test('gives every address of both families', async () => {
  const v6 = Buffer.from('26062800022000010248189325c81946', 'hex');
  const server = await dnsServer((name, type) => {
    if (name !== 'both.test') return [];
    return type === A
      ? [Buffer.from([93, 184, 215, 14]), Buffer.from([10, 0, 0, 1])]
      : type === AAAA
        ? [v6]
        : [];
  });
  const resolver = dnsResolver({ servers: [server.address] });
  const found = ['10.0.0.1', '2606:2800:220:1:248:1893:25c8:1946', '93.184.215.14'];
  assert.equal([...(await resolver.resolve('both.test'))].sort(), found);
  assert.equal([...(await resolver.resolve('BOTH.test.'))].sort(), found);
  await rejects(resolver.resolve('none.test'));
  server.close();
});

test('gives every address, however many stand before the last, and none at all beyond its bound', async () => {
  const publicOnes = (count: number) =>
    Array.from({ length: count }, (_, n) => Buffer.from([93, 184, n >> 8, n & 0xff]));
  const server = await dnsServer((name, type) =>
    type === A ? [...publicOnes(Number.parseInt(name, 10)), Buffer.from([10, 0, 0, 1])] : [],
  );
  const resolver = dnsResolver({ servers: [server.address] });
  const guard = addressGuard([]);
  for (const count of [1, 31, 32, 33, 40, 1_000]) {
    const found = await resolver.resolve(`${count}.test`);
    assert.is(found.length, count + 1);
    assert.not.ok(found.every(guard), `${count} public ones hide a private one`);
  }
  assert.is((await resolver.resolve('1023.test')).length, 1_024);
  await rejects(resolver.resolve('1024.test'));
  server.close();
});

test('one family is enough', async () => {
  const server = await dnsServer((_, type) => (type === A ? [Buffer.from([192, 0, 2, 1])] : []));
  const resolver = dnsResolver({ servers: [server.address] });
  assert.equal(await resolver.resolve('four.test'), ['192.0.2.1']);
  server.close();
});

test('given servers that never answer about one family, the addresses of the other are the answer', async () => {
  const server = await dnsServer((_, type) => (type === A ? [Buffer.from([192, 0, 2, 1])] : null));
  const resolver = dnsResolver({ servers: [server.address] }, { timeoutMs: 200 });
  assert.equal(await resolver.resolve('silent-about-v6.test'), ['192.0.2.1']);
  server.close();
});

test('a server that never answers costs no more than the time limit', async () => {
  const server = await dnsServer(() => null);
  const resolver = dnsResolver({ servers: [server.address] }, { timeoutMs: 60 });
  await rejects(resolver.resolve('slow.test'));
  server.close();
});

test('given the servers of the system changed, then a look-up that none answered is followed by one at the new ones', async () => {
  const before = await dnsServer((_, type) => (type === A ? [Buffer.from([192, 0, 2, 1])] : []));
  const servers = [before.address];
  const resolver = dnsResolver({ servers });
  assert.equal(await resolver.resolve('moved.test'), ['192.0.2.1']);
  before.close();
  const after = await dnsServer((_, type) => (type === A ? [Buffer.from([192, 0, 2, 2])] : []));
  servers[0] = after.address;
  await rejects(resolver.resolve('moved.test'));
  assert.equal(await resolver.resolve('moved.test'), ['192.0.2.2']);
  after.close();
});

test('localhost is loopback, addresses are themselves, and the hosts file comes first', async () => {
  const folder = temporaryFolder();
  const hostsFile = join(folder.path, 'hosts');
  await writeFile(hostsFile, '# names\n10.1.2.3  Inner inner.test # here\nnonsense inner.test\n');
  const resolver = dnsResolver({ hostsFile, servers: ['127.0.0.1:1'] }, { timeoutMs: 1_000 });
  assert.equal(await resolver.resolve('inner.TEST'), ['10.1.2.3']);
  assert.equal(await resolver.resolve('localhost'), ['127.0.0.1', '::1']);
  assert.equal(await resolver.resolve('a.localhost.'), ['127.0.0.1', '::1']);
  assert.equal(await resolver.resolve('::1'), ['::1']);
  folder.remove();
});

async function rejects(promise: Promise<unknown>): Promise<void> {
  await promise.then(
    () => assert.unreachable('it resolved'),
    () => {},
  );
}

test.run();
