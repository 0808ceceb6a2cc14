import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMessage } from '../../src/adapters/submission/readMessage.ts';

const test = suite('a mail that is submitted, as it is read');

const HEAD = ['From: a@acme.test', 'Subject: x'];
const read = (fields: readonly string[], body = 'Hello.') =>
  readMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\n${body}`));

test('its header has 256 KiB, and 2,000 fields, at most', async () => {
  const head = (bytes: number) => [...HEAD, `X-Long: ${'x'.repeat(bytes - HEAD.join('').length - 14)}`];
  assert.is((await read(head(262_144)))?.text, 'Hello.');
  assert.is(await read(head(262_145)), null);
  const fields = (count: number) => [...HEAD, ...Array(count - HEAD.length).fill('A: 1')];
  assert.is((await read(fields(2_000)))?.fields.length, 2_000);
  assert.is(await read(fields(2_001)), null);
});

test('the headers of its parts have a mebibyte at most', async () => {
  const mixed = [...HEAD, 'Content-Type: multipart/mixed; boundary=b'];
  const parts = (bytes: number) => `--b\r\nX-Long: ${'x'.repeat(bytes)}\r\n\r\nHello.\r\n--b--`;
  assert.is((await read(mixed, parts(1_000_000)))?.text, 'Hello.');
  assert.is(await read(mixed, parts(1_100_000)), null);
});

test('a mail whose header says nothing of its body has the text that was sent', async () => {
  for (const fields of [['From: a@acme.test'], ['From: a@acme.test', 'Subject: x']])
    assert.is((await read(fields))?.text, 'Hello.');
});

test.run();
