import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMail } from '../../src/adapters/intake/readMail.ts';
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

const MIXED = [...HEAD, 'Content-Type: multipart/mixed; boundary=b'];
const partsIn = (boundary: string, parts: readonly (readonly string[])[]) =>
  `${parts.map(([fields, content]) => `--${boundary}\r\n${fields}\r\n\r\n${content}\r\n`).join('')}--${boundary}--`;
const PLAIN = 'Content-Type: text/plain; charset=utf-8';
const HTML = 'Content-Type: text/html; charset=utf-8';
const inline = (name: string) => `\r\nContent-Disposition: inline; filename=${name}`;

test('a part whose Content-Type cannot be read is a file of any bytes, and the mail is read', async () => {
  const mixed = [...HEAD, 'Content-Type: multipart/mixed; boundary=b'];
  for (const type of ['Content-Type:', 'Content-Type: ; name=a.txt']) {
    const parts = ['--b', '', 'Hello.', '--b', type, 'Content-Disposition: attachment', '', 'file', '--b--'];
    const mail = await read(mixed, parts.join('\r\n'));
    assert.is(mail?.text, 'Hello.', type);
    assert.is(mail?.attachments[0]?.type.split(';')[0], 'application/octet-stream', type);
    const { parts: found } = await readMail(
      Buffer.from(`${mixed.join('\r\n')}\r\n\r\n${parts.join('\r\n')}`),
    );
    assert.is(found.at(-1)?.type, 'application/octet-stream', type);
  }
});

test('a text with a filename is a file, also where it is to be shown', async () => {
  const mail = await read(
    MIXED,
    partsIn('b', [
      [PLAIN, 'See the notes.'],
      [`${PLAIN}${inline('notes.txt')}`, 'one\r\ntwo'],
      [`${HTML}; name=page.html`, '<p>a page</p>'],
    ]),
  );
  assert.is(mail?.text, 'See the notes.');
  assert.is(mail?.html, '');
  assert.equal(
    mail?.attachments.map(({ filename, type, disposition, content }) => [
      ...[filename, type, disposition],
      String(Buffer.from(content)),
    ]),
    [
      ['notes.txt', 'text/plain; charset="utf-8"', 'attachment', 'one\r\ntwo'],
      ['page.html', 'text/html; charset="utf-8"', 'attachment', '<p>a page</p>'],
    ],
  );
});

test('what was written is the text whatever name it has: the first part, and each alternative', async () => {
  const alternatives = partsIn('a', [
    [`${PLAIN}; name=mail.txt`, 'Hello.'],
    [`${HTML}${inline('mail.html')}`, '<p>Hello.</p>'],
  ]);
  for (const mail of [
    await read([...HEAD, 'Content-Type: multipart/alternative; boundary=a'], alternatives),
    await read(MIXED, partsIn('b', [['Content-Type: multipart/alternative; boundary=a', alternatives]])),
  ])
    assert.equal([mail?.text, mail?.html, mail?.attachments], ['Hello.', '<p>Hello.</p>', []]);
  const alone = await read([...HEAD, `${PLAIN}; name=mail.txt`]);
  assert.equal([alone?.text, alone?.attachments], ['Hello.', []]);
  const first = await read(MIXED, partsIn('b', [[`${PLAIN}${inline('mail.txt')}`, 'Hello.']]));
  assert.equal([first?.text, first?.attachments], ['Hello.', []]);
});

test('the html has the plain texts that stand next to it, but not its own alternative', async () => {
  const alternatives = partsIn('a', [
    [PLAIN, 'Hello.'],
    [HTML, '<p>Hello.</p>'],
  ]);
  const mail = await read(
    MIXED,
    partsIn('b', [
      ['Content-Type: multipart/alternative; boundary=a', alternatives],
      [PLAIN, ' \r\n'],
      [PLAIN, 'if a < b &\r\nc > d:'],
      [HTML, '<p>Bye.</p>'],
    ]),
  );
  assert.is(mail?.html, '<p>Hello.</p><br/>\n<p>if a &lt; b &amp;<br/>\nc &gt; d:</p><br/>\n<p>Bye.</p>');
  assert.is(mail?.text, 'Hello.\n \n\nif a < b &\nc > d:');
});

test('a page and a file in an alternative: Apple Mail', async () => {
  const pages = partsIn('m', [
    [HTML, '<p>See:</p>'],
    [`${PLAIN}${inline('notes.txt')}`, 'notes'],
    [HTML, '<p>Bye.</p>'],
  ]);
  const mail = await read(
    [...HEAD, 'Content-Type: multipart/alternative; boundary=a'],
    partsIn('a', [
      [PLAIN, 'See: Bye.'],
      ['Content-Type: multipart/mixed; boundary=m', pages],
    ]),
  );
  assert.equal([mail?.text, mail?.html], ['See: Bye.', '<p>See:</p><br/>\n<p>Bye.</p>']);
  assert.equal(
    mail?.attachments.map(({ filename }) => filename),
    ['notes.txt'],
  );
});

test('a mail of more than a thousand files is refused at once', async () => {
  const files = Array(1_100).fill(['Content-Type: application/pdf', 'file']);
  assert.throws(() => read(MIXED, partsIn('b', files)), /too many parts/);
});

test.run();
