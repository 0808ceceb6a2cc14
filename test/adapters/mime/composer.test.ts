// runs in: test:all
import { simpleParser } from 'mailparser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mimeComposer } from '../../../src/adapters/mime/composer.ts';
import { hasControlCharacter } from '../../../src/events/fieldPatterns.ts';
import type { MessageContent } from '../../../src/ports/composer.ts';
import { missingTool } from '../../support/missingTool.ts';
import { type PythonMail, readByPython } from '../../support/pythonMail.ts';
import { skipped } from '../../support/skipped.ts';

/** What is written, read as raw bytes and by two parsers that know nothing of each other. */
const test = suite('composer');
const missing = missingTool('python3');

const plain: MessageContent = {
  messageId: '<id@a.example>',
  dateMs: Date.parse('2026-03-04T05:06:07.000Z'),
  from: { name: null, address: 'me@a.example' },
  to: [{ name: null, address: 'you@b.example' }],
  cc: [],
  replyTo: [],
  subject: 'Hello',
  text: 'Hi',
  html: null,
  headers: [],
  attachments: [],
  boundarySeed: 'seed',
};

async function written(fields: Partial<MessageContent>): Promise<Buffer> {
  const composed = await mimeComposer().compose({ ...plain, ...fields });
  return composed.copy({ html: null, headers: [] }).raw;
}

/** RFC 5322, section 2.1.1: 998 octets a line, RFC 2047, section 2: 76 in a line with an encoded word. ASCII only. */
function checkLines(raw: Buffer, about: string): void {
  for (const line of raw.toString('latin1').split('\r\n')) {
    assert.ok(line.length <= 998, `${about}: a line of ${line.length}`);
    assert.not.match(line, /[\r\n\0]|[^\t -~]/, about);
    if (line.includes('=?UTF-8?')) assert.ok(line.length <= 76, `${about}: ${line}`);
    assert.not.match(line, /^[ \t]+$/, `${about}: a folding of spaces alone`);
  }
}

const HEADER_TEXTS = [
  '',
  'x',
  'a'.repeat(998),
  'a'.repeat(996),
  `${'a'.repeat(996)} b`,
  `b${' '.repeat(60)}${'a'.repeat(990)}`,
  'ä'.repeat(998),
  '😀'.repeat(499),
  `${'word '.repeat(199)}end`,
  'x'.repeat(5_000),
  `a${' '.repeat(2_000)}b`,
  'two  spaces   and four    kept',
  'looks =?UTF-8?Q?like=0D=0ABcc:_x@y.zz?= one',
  '=?utf-8?B?DQpCY2M6IHhAeS56eg==?=',
  '=?',
  '?= =? ?Q?',
  'Grüße, 日本語 – 😀 "quoted" \\ (comment) <a@b> ; : , = _ ?',
  'mixed ä words b ö c ü',
];

test('free text comes out as it went in: subjects and values of all lengths and looks', async () => {
  for (const text of HEADER_TEXTS) {
    const about = JSON.stringify(text.slice(0, 40));
    const raw = await written({ subject: text, headers: [['X-Text', text]] });
    checkLines(raw, about);
    const mail = await simpleParser(raw);
    assert.is(mail.subject ?? '', text, about);
    if (missing !== null) continue;
    const python = readByPython(raw);
    const own = Object.fromEntries(python.fields);
    assert.is(own.Subject, text, about);
    assert.is(own['X-Text'], text, about);
    assert.equal(python.defects, [], about);
  }
  if (missing !== null) return skipped(missing);
});

test('a token that fits into a line is no encoded words, which receivers of structured fields do not read', async () => {
  const link = `<https://x.example/${'a'.repeat(900)}>`;
  const raw = await written({
    headers: [
      ['List-Unsubscribe', link],
      ['X-Both', `a ${link} b`],
    ],
  });
  checkLines(raw, 'long tokens');
  const unfolded = raw.toString().replace(/\r\n(?= )/g, '');
  assert.match(unfolded, `\r\nList-Unsubscribe: ${link}\r\n`);
  assert.match(unfolded, `\r\nX-Both: a ${link} b\r\n`);
});

test('names of people come out as they went in, in phrases that hold no more than one address', async () => {
  const names = [
    'Ann',
    'Dörte, "the <boss>"',
    'Last, First',
    'back\\slash "quote"',
    'a@b.example',
    '=?UTF-8?Q?x?= <evil@c.example>',
    '<evil@c.example>, ',
    'ÄÖÜ'.repeat(80),
    'long name '.repeat(30).trim(),
    '(comment)',
    'semi; colon: dot. [x]',
  ];
  const mailboxes = names.map((name, at) => ({ name: name.trim(), address: `p${at}@b.example` }));
  const raw = await written({
    to: mailboxes,
    cc: mailboxes,
    from: { name: 'Grün, A', address: 'g@a.example' },
  });
  checkLines(raw, 'names');
  const expected = mailboxes.map(({ name, address }) => [name, address]);
  const mail = await simpleParser(raw);
  const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
  assert.equal(
    to?.value.map(({ name, address }) => [name, address]),
    expected,
  );
  if (missing !== null) return skipped(missing);
  const python = readByPython(raw);
  // Python 3.11 keeps the white space between two encoded words of a phrase, against RFC 2047, section 6.2.
  const close = (list: PythonMail['addresses'][string] = []) =>
    list.map(([name, address]) => [name.replaceAll(' ', ''), address]);
  assert.equal(close(python.addresses.To), close(mailboxes.map(({ name, address }) => [name, address])));
  assert.equal(python.addresses.Cc, python.addresses.To);
  assert.equal(python.addresses.From, [['Grün, A', 'g@a.example']]);
});

test('2,000 recipients in To stay within the lines', async () => {
  const to = Array.from({ length: 2_000 }, (_, n) => ({
    name: null,
    address: `${'x'.repeat(60)}${n}@b.example`,
  }));
  const raw = await written({ to });
  checkLines(raw, 'many');
  const mail = await simpleParser(raw);
  assert.is((Array.isArray(mail.to) ? mail.to[0] : mail.to)?.value.length, 2_000);
});

const TEXTS = [
  'plain',
  ' trailing \r\n\ttabs\t\r\n',
  '.\r\n..\r\n.dot\r\nFrom here\r\nFromage\r\n',
  `${'.'.repeat(200)}${'x'.repeat(3_000)}`,
  `${'x'.repeat(75)}\r\n${'x'.repeat(76)}\r\n${'x'.repeat(77)}\r\n${'x'.repeat(75)}ä\r\n`,
  'Grüße, 日本語 😀 = =3D =20 soft=\r\n',
  '日本語'.repeat(500),
  '--=_seed_a--\r\n',
  '\0 control \u0085',
];

test('texts, files and their names: both parsers read what was given', async () => {
  const content = Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * 31) % 256));
  const names = [
    'a.bin',
    'every "byte"; of=it\\.bin',
    'résumé – 日本.pdf',
    `${'lang'.repeat(40)}.txt`,
    '=?x?=',
    "it's 100%*.txt",
  ];
  for (const text of TEXTS) {
    const raw = await written({
      text,
      html: `<p>${text}</p>`,
      attachments: names.map((filename) => ({
        filename,
        type: 'application/x-y; name="own"; a=b',
        contentId: null,
        disposition: 'attachment',
        content,
      })),
    });
    checkLines(raw, text.slice(0, 30));
    assert.not.match(raw.toString('latin1'), /\r\n(\.|From )/, 'nothing that servers change on the way');
    const mail = await simpleParser(raw, { skipTextToHtml: true });
    assert.equal(
      mail.attachments.map(({ filename }) => filename),
      names,
    );
    for (const attachment of mail.attachments) assert.is(attachment.content.compare(content), 0);
    if (missing !== null) return skipped(missing);
    const python = readByPython(raw);
    const [plainPart, htmlPart, ...files] = python.parts;
    const inLines = (one: string | undefined) => one?.replaceAll('\r\n', '\n').replace(/\n$/, '');
    assert.is(inLines(plainPart?.content), inLines(text));
    assert.is(inLines(htmlPart?.content), inLines(`<p>${text}</p>`));
    assert.equal(
      files.map(({ name }) => name),
      names,
    );
    for (const file of files) assert.is(file.content, content.toString('base64'));
    assert.equal(python.defects, []);
  }
});

test('each copy has its own html and fields, all else is the same', async () => {
  const composed = await mimeComposer().compose({ ...plain, html: '<p>the same</p>' });
  const one = composed.copy({ html: '<p>one</p>', headers: [['X-Own', '1']] }).raw;
  const other = composed.copy({ html: '<p>two</p>', headers: [['X-Own', '2']] }).raw;
  const [first, second] = await Promise.all([simpleParser(one), simpleParser(other)]);
  assert.equal([first.html, second.html], ['<p>one</p>', '<p>two</p>']);
  assert.equal([first.headers.get('x-own'), second.headers.get('x-own')], ['1', '2']);
  assert.is(
    one.toString('latin1').replace('<p>one</p>', '').replace('X-Own: 1', ''),
    other.toString('latin1').replace('<p>two</p>', '').replace('X-Own: 2', ''),
  );
  assert.is(
    composed.copy({ html: null, headers: [] }).raw.compare(composed.copy({ html: null, headers: [] }).raw),
    0,
  );
});

/** Line ends of every kind, an encoded word that holds one, an end of the header, and what some take for these. */
const INJECTIONS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\0\r\n',
  '\u0085',
  '\u2028',
  '\v',
  '\f',
  '\r\n ',
  '=?UTF-8?Q?=0D=0A?=',
];

test('no field of the content opens another line, though the composer is handed line ends', async () => {
  for (const end of INJECTIONS) {
    const evil = `x${end}X-Evil: 1${end}Bcc: <evil@c.example>`;
    const raw = await written({
      from: { name: evil, address: 'me@a.example' },
      to: [{ name: evil, address: `you${end}@b.example` }],
      cc: [{ name: null, address: `a@b.example${end}X-Evil: 1` }],
      replyTo: [{ name: evil, address: `${evil}@b.example` }],
      subject: evil,
      headers: [['X-Text', evil]],
      attachments: [
        {
          filename: evil,
          type: 'text/x',
          contentId: null,
          disposition: 'attachment',
          content: Buffer.from('x'),
        },
        {
          filename: 'x',
          type: `text/x${end}X-Evil: 1`,
          contentId: null,
          disposition: 'inline',
          content: Buffer.from('x'),
        },
      ],
    });
    const about = JSON.stringify(end);
    checkLines(raw, about);
    assert.not.match(raw.toString('latin1'), /\r\n[ \t]*(X-Evil|Bcc)/i, about);
    const mail = await simpleParser(raw);
    assert.is(mail.headers.has('x-evil') || mail.headers.has('bcc'), false, about);
    if (!hasControlCharacter(end)) assert.is(mail.subject, evil, about);
    if (missing !== null) continue;
    const names = readByPython(raw).fields.map(([name]) => name.toLowerCase());
    assert.not.ok(names.includes('x-evil') || names.includes('bcc'), about);
  }
  if (missing !== null) return skipped(missing);
});

test.run();
