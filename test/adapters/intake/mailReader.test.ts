// runs in: test:all

import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { threadMailReader } from '../../../src/adapters/intake/mailReader.ts';
import { readMail } from '../../../src/adapters/intake/readMail.ts';
import { startThread } from '../../../src/adapters/node/startThread.ts';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import type { MailReader, MailSource } from '../../../src/ports/mailReader.ts';
import { eventually } from '../../e2e/eventually.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('mail reader');

const parsed = (reader: MailReader, raw: Buffer, from: Partial<MailSource> = {}) =>
  reader.read(raw, { isSigned: true, network: '192.0.2.1', ...from });

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
  const read = await parsed(reader, MAIL);
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
  assert.ok(await parsed(reader, MAIL));
  isLate = true;
  assert.is(await parsed(reader, MAIL), null);
  isLate = false;
  assert.ok(await parsed(reader, MAIL));
  assert.equal(said, ['a mail could not be parsed in time']);
  await reader.close();
});

test('a mail that ends the thread is unread, and the next one is read by another thread', async () => {
  const said: string[] = [];
  const log = { ...quietLog, warn: (_fields: object, message: string) => said.push(message) };
  const ends = [
    "port.once('message', () => process.exit(3))",
    "port.once('message', () => { throw new Error('late'); })",
  ].map((end) => `const port = require('node:worker_threads').parentPort; port.postMessage(null); ${end}`);
  const folder = import.meta.resolve('../../../src/adapters/intake/mailReader.ts');
  const start = () => {
    const end = ends.shift();
    return end === undefined ? startThread(folder, 'readerThread', {}) : new Worker(end, { eval: true });
  };
  const reader = threadMailReader({ clock: systemClock, log, start });
  const read = await Promise.all([parsed(reader, MAIL), parsed(reader, MAIL), parsed(reader, MAIL)]);
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
  const read = await Promise.all([parsed(reader, MAIL), parsed(reader, nested), parsed(reader, MAIL)]);
  assert.ok(read.every((mail) => mail !== null));
  assert.equal(said, []);
  await reader.close();
  assert.is(await parsed(reader, MAIL), null);
});

/** Threads that answer a mail when they are told to. */
function answeredByHand() {
  const asked: { readonly text: string; readonly answer: () => void }[] = [];
  const start = () => {
    const worker = new EventEmitter();
    const postMessage = ([mail]: readonly { raw: Buffer }[]) => {
      const text = String(mail?.raw);
      const answer = () => worker.emit('message', [{ head: '', subject: text, text: '', parts: [] }]);
      asked.push({ text, answer });
    };
    setImmediate(() => worker.emit('message', null));
    return Object.assign(worker, { postMessage, terminate: async () => 0 }) as unknown as Worker;
  };
  return { asked, start };
}

test('mail to signed addresses does not wait for other mail, and networks read in turns', async () => {
  const { asked, start } = answeredByHand();
  const reader = threadMailReader({ clock: manualClock(), log: quietLog, start });
  const order: (string | undefined)[] = [];
  const reading = ['a1', 'a2', 'a3', 'b1', 's1'].map((name) =>
    parsed(reader, Buffer.from(name), { network: name.charAt(0), isSigned: name === 's1' }).then((mail) =>
      order.push(mail?.subject),
    ),
  );
  await eventually('one of each is asked', () => asked.length === 2);
  assert.equal(asked.map(({ text }) => text).sort(), ['a1', 's1']);
  asked.find(({ text }) => text === 's1')?.answer();
  await reading[4];
  for (let at = 0; order.length < 5; at++) {
    await eventually('the next is asked', () => asked.length > at);
    asked[at]?.answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(order, ['s1', 'a1', 'a2', 'b1', 'a3']);
  await reader.close();
});

test('lists of addresses that are not read cost nothing', async () => {
  const addresses = 'a@b.example,\r\n '.repeat(17_000);
  const before = process.cpuUsage();
  const mail = await readMail(Buffer.from(`To: ${addresses}\r\nFrom: ${addresses}\r\nSubject: s\r\n\r\nx`));
  const { user } = process.cpuUsage(before);
  assert.equal([mail.subject, mail.text.trim()], ['s', 'x']);
  assert.match(mail.head, /^To: a@b\.example/);
  assert.ok(user < 500_000, `${user} us; a second with the parser's own reading of them`);
});

test('no form of a mail keeps the reader busy', async () => {
  const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
  const status = `${mixed}--b\r\nContent-Type: message/delivery-status\r\n\r\n`;
  const forms = [
    `${status}${'a'.repeat(240_000)}`,
    `${status}${'=?'.repeat(120_000)}`,
    `${mixed.repeat(30)}${'\r\n--b\r\nX: y\r\n'.repeat(900)}`,
    `${mixed}${'\r\n--bx'.repeat(40_000)}`,
    `Content-Type: multipart/mixed${';a*1*=%41'.repeat(25_000)}\r\n\r\nx`,
    `Content-Type: multipart/mixed${'; '.repeat(120_000)}\r\n\r\nx`,
    `Content-Type: message/rfc822\r\n\r\n`.repeat(8_000),
    `Subject: ${'=?'.repeat(120_000)}\r\n\r\nx`,
  ];
  for (const [at, form] of forms.entries()) {
    const before = process.cpuUsage();
    await readMail(Buffer.from(form));
    const { user } = process.cpuUsage(before);
    assert.ok(user < 2_000_000, `form ${at}: ${user} us`);
  }
});

test.run();
