import { type ParsedMail, simpleParser } from 'mailparser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mimeComposer } from '../../../src/adapters/mime/composer.ts';
import { headerIssues } from '../../../src/api/emails/headerRules.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import { decodedWords } from '../../../src/mail/decodedWords.ts';
import type { ComposedAttachment } from '../../../src/ports/composer.ts';
import { headerMailbox, type MessageBody, messageIdOf, messageOf } from '../../../src/sender/email/mime.ts';
import { plainEmail } from '../senderBench.ts';

const test = suite('mime');

const EMAIL_ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const AT_MS = Date.parse('2026-03-04T05:06:07.891Z');

async function written(
  body: Partial<MessageBody> = {},
  fields: Partial<EmailAccepted> = {},
): Promise<{ raw: Buffer; head: string; mail: ParsedMail }> {
  const accepted = { ...plainEmail, ...fields };
  const whole = { subject: 'Hello', html: null, text: 'Hi', attachments: [], ...body };
  const composed = await mimeComposer().compose(messageOf(EMAIL_ID, accepted, AT_MS, whole, EMAIL_ID));
  const raw = composed.copy({ html: null, headers: [] }).raw;
  const head = raw.toString('latin1', 0, raw.indexOf('\r\n\r\n') + 2);
  return { raw, head, mail: await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true }) };
}

const file = (more: Partial<ComposedAttachment> = {}): ComposedAttachment => ({
  filename: 'a.bin',
  type: 'application/octet-stream',
  contentId: null,
  disposition: 'attachment',
  content: Buffer.from([0, 1, 2, 0x0d, 0x0a, 0x0a, 0x0d, 255]),
  ...more,
});

/** The names of the header fields, in lower case. */
const fieldsOf = (head: string) =>
  head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());

const ODD_TEXTS = [
  'plain',
  'line\r\nbreaks\nof all\rkinds\n\n',
  ' trailing space \r\n\ttabs\t\r\n',
  '.\r\n..\r\n.dot\r\nFrom here\r\n',
  `${'long '.repeat(400)}end`,
  `${'x'.repeat(3_000)}`,
  'Grüße, 日本語 😀 = =3D =20 soft=\r\n',
  'ζ'.repeat(2_000),
  '--=_aaaaaaaa000040008000000000000000_a--\r\nmore',
];
const onTheWire = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n');

test('texts come out as they went in, in line ends of the wire', async () => {
  for (const odd of ODD_TEXTS) {
    const { mail, raw } = await written({ text: odd, html: `<p>${odd}</p>` });
    // mailparser itself turns CRLF into LF.
    assert.is(mail.text?.trimEnd(), onTheWire(odd).replaceAll('\r\n', '\n').trimEnd());
    assert.is(String(mail.html).trimEnd(), onTheWire(`<p>${odd}</p>`).replaceAll('\r\n', '\n'));
    for (const line of raw.toString('latin1').split('\r\n')) {
      assert.ok(line.length <= 998);
      assert.not.match(line, /[\r\n]/);
    }
  }
});

test('files come out byte for byte, with their names and types', async () => {
  const every = Buffer.from(Array.from({ length: 256 * 40 }, (_, n) => n % 256));
  const files = [
    file({ content: every, filename: 'every "byte"; of=it\\.bin' }),
    file({ content: Buffer.alloc(0), filename: 'empty.txt', type: 'text/plain' }),
    file({ filename: 'résumé – 日本.pdf', type: 'application/pdf' }),
    file({ filename: 'a.txt', type: 'text/plain; charset=iso-8859-1', content: Buffer.from([0xe9, 0x0a]) }),
  ];
  const { mail } = await written({ html: '<b>x</b>', attachments: files });
  assert.is(mail.attachments.length, files.length);
  files.forEach(({ filename, content, type }, at) => {
    const got = mail.attachments[at];
    assert.is(got?.filename, filename);
    assert.is(got?.contentType, type.split(';')[0]);
    assert.is(got?.content.compare(content), 0);
    assert.is(got?.contentDisposition, 'attachment');
  });
});

test('inline images are next to the html, under their content id', async () => {
  const logo = file({ filename: 'l.png', type: 'image/png', contentId: 'logo', disposition: 'inline' });
  const other = file({ filename: 'o.png', type: 'image/png', contentId: 'other' });
  const { mail, raw } = await written({
    html: '<img src="cid:logo">',
    text: 't',
    attachments: [logo, other],
  });
  const [inline, attached] = mail.attachments;
  assert.equal([inline?.cid, inline?.related, inline?.contentDisposition], ['logo', true, 'inline']);
  assert.equal(
    [attached?.cid, attached?.related ?? false, attached?.contentDisposition],
    ['other', false, 'attachment'],
  );
  assert.ok(raw.includes('multipart/related'));
  assert.ok(raw.includes('multipart/alternative'));
  assert.ok(raw.includes('multipart/mixed'));
});

test('types that would change the part are sent as bytes', async () => {
  for (const type of [
    'multipart/mixed; boundary=x',
    'nonsense',
    'text/plain\r\nX-Evil: 1',
    'a/b; c="d\\"',
    'message/rfc822',
  ]) {
    const { mail, raw } = await written({ attachments: [file({ type })] });
    assert.is(mail.attachments[0]?.contentType, 'application/octet-stream', type);
    assert.is(mail.attachments[0]?.content.compare(file().content), 0);
    assert.not.ok(raw.toString('latin1').includes('\r\nX-Evil'));
  }
  const message = file({ type: 'message/rfc822', content: Buffer.from('Subject: in\r\n\r\nside\r\n') });
  const { raw } = await written({ attachments: [message] });
  assert.ok(raw.includes('Content-Type: message/rfc822'));
  assert.ok(raw.includes('\r\n\r\nSubject: in\r\n\r\nside\r\n'));
});

test('the same message is the same bytes: its date is its own', async () => {
  const content = { html: '<p>x</p>', attachments: [file()] };
  const [once, twice] = [await written(content), await written(content)];
  assert.is(once.raw.compare(twice.raw), 0);
  assert.is(once.mail.date?.toISOString(), '2026-03-04T05:06:07.000Z');
  const scheduled = await written(content, { scheduledFor: '2027-01-02T03:04:05.000Z' });
  assert.is(scheduled.mail.date?.toISOString(), '2027-01-02T03:04:05.000Z');
});

test('mailboxes: names of all kinds, several reply addresses, no bcc', async () => {
  const { mail, head } = await written(
    {},
    {
      from: 'Dörte, "the <boss>" <me@a.example>',
      to: ['a@b.example', '"Last, First" <c@b.example>'],
      cc: ['Ünal <d@b.example>'],
      bcc: ['secret@b.example'],
      replyTo: ['r1@a.example', 'Two <r2@a.example>'],
    },
  );
  assert.equal(mail.from?.value, [{ name: 'Dörte, "the <boss>"', address: 'me@a.example' }]);
  const to = Array.isArray(mail.to) ? mail.to : [mail.to];
  assert.equal(
    to[0]?.value.map(({ address, name }) => [address, name]),
    [
      ['a@b.example', ''],
      ['c@b.example', 'Last, First'],
    ],
  );
  assert.equal(
    mail.replyTo?.value.map(({ address }) => address),
    ['r1@a.example', 'r2@a.example'],
  );
  assert.not.match(head, /secret|^bcc/im);
});

test('every header name that the service accepts is sent, and no other', async () => {
  const names = [1, 200, 201, 254, 255].map((length) => 'x'.repeat(length));
  const taken = Object.fromEntries(names.map((name) => [name, 'value']));
  assert.equal(headerIssues(taken), []);
  const { head } = await written({}, { headers: taken });
  assert.equal(
    fieldsOf(head).filter((name) => /^x+$/.test(name)),
    names,
  );
  for (const name of ['x'.repeat(256), 'Delivered-To', 'ARC-Seal', 'Content-Type', 'a b', 'ä']) {
    assert.is(headerIssues({ [name]: 'planted' }).length, 1, name);
    const { raw } = await written({}, { headers: { [name]: 'planted' } });
    assert.not.ok(raw.includes('planted'), name);
  }
});

test('no field can inject a header', async () => {
  const evil = 'x\r\nX-Evil: 1\r\n\r\nbody\0\u0085\u2028X-Evil: 2';
  const { head, mail, raw } = await written(
    {
      subject: evil,
      attachments: [
        file({ filename: evil, contentId: evil, type: evil, disposition: 'inline' }),
        file({ filename: '"\r\nX-Evil: 3', contentId: '<>\r\nX-Evil: 4' }),
      ],
      html: '<p>',
    },
    {
      from: `${evil} <me@a.example>`,
      to: [`${evil} <you@b.example>`, 'x@b.example\r\nX-Evil: 5'],
      cc: ['<a@b.example>, <injected@b.example>'],
      replyTo: [`r@a.example\nX-Evil: 6`],
      headers: {
        'X-Fine': evil,
        'X-Evil: 7\r\nX-Evil': '8',
        'X Evil': '9',
        'X-Evil:': '10',
        From: 'evil@c.example',
        bcc: 'evil@c.example',
        'Content-Type': 'text/evil',
        Sender: 'evil@c.example',
        'message-id': 'evil@c.example',
        'Resent-To': 'evil@c.example',
        'X-Long': 'word '.repeat(300),
        'X-Umlaut': 'Grüße',
      },
    },
  );
  assert.not.ok(raw.toString('latin1').match(/\r\n ?X-Evil/));
  const fields = fieldsOf(head);
  assert.equal([...new Set(fields)].sort(), [...fields].sort(), 'no field occurs twice');
  assert.equal(
    fields.filter((name) => /evil|list-|resent|bcc/.test(name)),
    [],
  );
  assert.is(fields.includes('x-fine'), true);
  assert.match(head, /\r\nX-Umlaut: =\?UTF-8\?B\?R3LDvMOfZQ==\?=\r\n/);
  assert.not.match(head, /\0|evil@c|evil\.example/);
  assert.is(mail.messageId, `<${EMAIL_ID}@a.example>`);
});

test('the Message-ID has a valid domain, also with an odd sender', () => {
  for (const [from, domain] of [
    ['me@A.Example', 'a.example'],
    ['Me <me@bücher.example>', 'xn--bcher-kva.example'],
    ['me@a>.b', 'localhost'],
    ['a b@c d.e', 'localhost'],
  ] as const)
    assert.is(messageIdOf(EMAIL_ID, { from, headers: {} }), `<${EMAIL_ID}@${domain}>`);
  assert.equal(headerMailbox('x@y.zz'), { name: null, address: 'x@y.zz' });
});

test('the Message-ID stays in one line with any domain, and is the same for every recipient', async () => {
  const long = `me@${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
  const { mail, head } = await written({}, { from: long });
  assert.is(mail.messageId, `<${EMAIL_ID}@${long.slice(3)}>`);
  assert.match(head, `\r\nMessage-ID: <${EMAIL_ID}@${long.slice(3)}>\r\n`);
});

test("how one leaves transactional mail is for its sender to say, broadcast mail's own is the service's", async () => {
  const headers = {
    'List-Unsubscribe': '<https://c.example/leave?a=1>, <mailto:leave@c.example>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  assert.equal(headerIssues(headers), []);
  const own = await written({}, { headers });
  assert.ok(own.head.includes(`\r\nList-Unsubscribe: ${headers['List-Unsubscribe']}\r\n`));
  assert.is(headerIssues(headers, '/headers', { stream: 'broadcast' }).length, 2);
  const ours = await written({}, { headers, messageStream: 'broadcast' });
  assert.not.match(ours.head, /list-/i);
});

test('an empty subject and an empty value keep their lines', async () => {
  const { head } = await written({ subject: '' }, { headers: { 'X-Empty': '' } });
  assert.match(head, /\r\nSubject: ?\r\n/);
  assert.match(head, /\r\nX-Empty: ?\r\n/);
});

test('issue 49, 2: of a field with structure only the name is encoded', async () => {
  const link = `<https://acme.test/u?t=${'a'.repeat(300)}>`;
  const { head, mail } = await written(
    {},
    {
      headers: {
        'List-Id': 'Müller, wöchentlich <l.acme.test>',
        'List-Unsubscribe': link,
        References: '<1@a.test> <2@a.test>',
        'X-Text': 'Grüße <x>',
      },
    },
  );
  assert.match(head, /\r\nList-Id: =\?UTF-8\?B\?[\w+/=]+\?= <l\.acme\.test>\r\n/);
  assert.ok(head.includes(`\r\nList-Unsubscribe: ${link}\r\n`), head);
  assert.ok(head.includes('\r\nReferences: <1@a.test> <2@a.test>\r\n'), head);
  assert.match(head, /\r\nX-Text: =\?UTF-8\?/);
  const [, name = ''] = /\r\nList-Id: (.*) </.exec(head) ?? [];
  assert.is(decodedWords(name), 'Müller, wöchentlich');
  assert.equal(mail.references, ['<1@a.test>', '<2@a.test>']);
});

test('issue 49, 4: what is blank at the start of a subject stays', async () => {
  for (const subject of ['\ufeffHello', '\u00a0Hello', '\u3000Hello\u2003']) {
    const { head } = await written({ subject });
    const [, encoded = ''] = /\r\nSubject: (.*)\r\n/.exec(head) ?? [];
    assert.is(decodedWords(encoded), subject);
  }
});

const INNER = 'From: a@b.co\r\nSubject: Inner\r\n\r\nHello\r\n';

test('issue 49, 3: a message in a message goes unencoded, in the line ends of mail', async () => {
  for (const content of [INNER, INNER.replaceAll('\r\n', '\n')]) {
    const one = file({ filename: 'inner.eml', type: 'message/rfc822', content: Buffer.from(content) });
    const { raw } = await written({ attachments: [one] });
    assert.match(raw.toString(), /Content-Type: message\/rfc822;[\s\S]*?Content-Transfer-Encoding: 7bit\r\n/);
    assert.ok(raw.includes(INNER), content);
  }
  // No encoding is allowed there, so that what needs one is sent as plain bytes.
  for (const bytes of ['Subject: Grüße\r\n\r\nHallo\r\n', `Subject: x\r\n\r\n${'x'.repeat(999)}\r\n`]) {
    const one = file({ filename: 'inner.eml', type: 'message/rfc822', content: Buffer.from(bytes) });
    const { raw, mail } = await written({ attachments: [one] });
    assert.match(
      raw.toString(),
      /Content-Type: application\/octet-stream;[\s\S]*?Content-Transfer-Encoding: base64\r\n/,
    );
    assert.is(mail.attachments[0]?.content.toString(), bytes);
  }
});

test.run();
