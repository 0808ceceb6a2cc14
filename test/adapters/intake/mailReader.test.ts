// runs in: test:all

import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { threadMailReader } from '../../../src/adapters/intake/mailReader.ts';
import { startThread } from '../../../src/adapters/node/startThread.ts';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('mail reader');

const MAIL = Buffer.from(
  [
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
    'X-Folded: one',
    ' two',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>550 5.1.1 <b>no such user</b> &lt;bob@b.example&gt;</p>').toString('base64'),
    '--b',
    'Content-Type: Message/RFC822',
    '',
    'Message-ID: <1@a.example>',
    'Content-Type: text/plain',
    '',
    'the original',
    '--b--',
    '',
  ].join('\r\n'),
);

test('header as it came, subject and text decoded, another message in it one part', async () => {
  const reader = threadMailReader({ clock: systemClock, log: quietLog });
  const read = await reader.read(MAIL);
  assert.is(read?.subject, 'Grüße');
  assert.match(read?.head ?? '', /^X-Folded: one\r\n two\r\nContent-Type/m);
  assert.match(read?.text.replace(/\s+/g, ' ') ?? '', '550 5.1.1 no such user <bob@b.example>');
  assert.not.match(read?.text ?? '', 'the original');
  assert.equal(
    read?.parts.map(({ type }) => type),
    ['message/rfc822'],
  );
  assert.match(read?.parts[0]?.content ?? '', /^Message-ID: <1@a\.example>\r\n/);
  await reader.close();
});

test('a mail that takes too long is given up, and the next one is read by another thread', async () => {
  let isLate = false;
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) => (isLate ? Promise.resolve() : systemClock.sleep(ms, signal)),
  };
  const said: string[] = [];
  const log = { ...quietLog, warn: (_fields: object, message: string) => said.push(message) };
  const reader = threadMailReader({ clock, log });
  assert.ok(await reader.read(MAIL));
  isLate = true;
  assert.is(await reader.read(MAIL), null);
  isLate = false;
  assert.ok(await reader.read(MAIL));
  assert.equal(said, ['a mail could not be parsed in time']);
  await reader.close();
});

test('a mail that ends the thread is unread, and the next one is read by another thread', async () => {
  const said: string[] = [];
  const log = { ...quietLog, warn: (_fields: object, message: string) => said.push(message) };
  const ends = [
    "require('node:worker_threads').parentPort.once('message', () => process.exit(3))",
    "require('node:worker_threads').parentPort.once('message', () => { throw new Error('late'); })",
  ];
  const folder = import.meta.resolve('../../../src/adapters/intake/mailReader.ts');
  const start = () => {
    const end = ends.shift();
    return end === undefined ? startThread(folder, 'readerThread', {}) : new Worker(end, { eval: true });
  };
  const reader = threadMailReader({ clock: systemClock, log, start });
  const read = await Promise.all([reader.read(MAIL), reader.read(MAIL), reader.read(MAIL)]);
  assert.equal(
    read.map((mail) => mail?.subject),
    [undefined, undefined, 'Grüße'],
  );
  assert.equal(said, Array(2).fill('a mail ended the thread that parsed it'));
  await reader.close();
});

test('a deeply nested list of addresses, which once ended the thread, is read, and the mails after it too', async () => {
  const said: string[] = [];
  const log = { ...quietLog, warn: (_fields: object, message: string) => said.push(message) };
  const reader = threadMailReader({ clock: systemClock, log });
  const nested = Buffer.from(`To: ${'a:'.repeat(131_072)}\r\n\r\nx`);
  const read = await Promise.all([reader.read(MAIL), reader.read(nested), reader.read(MAIL)]);
  assert.ok(read.every((mail) => mail !== null));
  assert.equal(said, []);
  await reader.close();
  assert.is(await reader.read(MAIL), null);
});

test.run();
