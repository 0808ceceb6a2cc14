// runs in: test:all

import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders } from '../../src/dispatcher/sign.ts';
import { ROOT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('docs/webhooks.md');

type Verify = (
  headers: Readonly<Record<string, string | undefined>>,
  rawBody: Buffer,
  secret: string,
  nowSeconds?: number,
) => boolean;
type Receiver = (
  secret: string,
  handle: (event: { id: string }) => void,
) => (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const page = await readFile(join(ROOT, 'docs', 'webhooks.md'), 'utf8');
const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
const folder = temporaryFolder();
const fileOf = (name: string) => join(folder.path, name);
await writeFile(fileOf('verify.mjs'), blocks[1] ?? '');
await writeFile(fileOf('receiver.mjs'), blocks[2] ?? '');
const { verify } = (await import(pathToFileURL(fileOf('verify.mjs')).href)) as { verify: Verify };
const { receiver } = (await import(pathToFileURL(fileOf('receiver.mjs')).href)) as { receiver: Receiver };

const secret = 'whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg';
const body = '{"id":"e","recipient":"zoë@example.org"}';
const nowMs = 1_767_323_045_000;
const headers = signedHeaders(secret, 'e', nowMs, body);

test('the code on the page verifies what the service signs', () => {
  assert.is(blocks.length, 3);
  assert.ok(verify(headers, Buffer.from(body), secret, nowMs / 1_000));
});

test('and nothing else', () => {
  const raw = Buffer.from(body);
  const now = nowMs / 1_000;
  assert.not.ok(verify(headers, Buffer.from(body.replace('e', 'f')), secret, now));
  assert.not.ok(verify(headers, raw, `${secret}x`, now));
  assert.not.ok(verify({ ...headers, 'webhook-id': 'f' }, raw, secret, now));
  assert.not.ok(verify({ ...headers, 'webhook-timestamp': String(now + 1) }, raw, secret, now));
  assert.not.ok(verify({ ...headers, 'webhook-signature': 'v1=' }, raw, secret, now));
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.not.ok(verify({ ...headers, [name]: undefined }, raw, secret, now));
  assert.not.ok(verify({}, raw, secret, now));
});

test('with 300 seconds of tolerance either way', () => {
  const raw = Buffer.from(body);
  for (const [offset, ok] of [
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ] as const)
    assert.is(verify(headers, raw, secret, nowMs / 1_000 + offset), ok, String(offset));
});

test('the receiver on the page hands on each event once, and nothing unsigned', async () => {
  const handled: string[] = [];
  const server = createServer(receiver(secret, ({ id }) => handled.push(id)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const post = async (signed: Record<string, string>) =>
    (await fetch(url, { method: 'POST', headers: { ...signed, connection: 'close' }, body })).status;
  const fresh = signedHeaders(secret, 'e', Date.now(), body);
  assert.is(await post(fresh), 204);
  assert.is(await post(fresh), 204);
  assert.is(await post({ ...fresh, 'webhook-id': 'f' }), 400);
  assert.equal(handled, ['e']);
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});

test.run();
