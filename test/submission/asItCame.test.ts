// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMessage } from '../../src/adapters/submission/readMessage.ts';
import { halvesOf, sentOn } from './sentOn.ts';
import { closeReader, type SubmissionFixture, submissionFixture } from './submissionFixture.ts';

const test = suite('mail by SMTP is sent as it came');
test.after(closeReader);

interface Came {
  /** Of the header, besides the usual ones; bytes as Latin-1 characters, as in the content. */
  readonly fields?: readonly string[];
  readonly body: readonly string[];
  /** What a reader is shown. */
  readonly text?: string;
  readonly html?: string;
  readonly files?: readonly string[];
  /** What the mail that is sent has in its header. */
  readonly head?: RegExp;
}

const PLAIN = 'Content-Type: text/plain';
const MIXED = 'Content-Type: multipart/mixed; boundary=b';
const file = (...disposition: readonly string[]) => [
  ...[
    '--b',
    '',
    'hi',
    '--b',
    'Content-Type: application/pdf',
    `Content-Disposition: attachment${disposition[0]}`,
  ],
  ...[...disposition.slice(1), '', 'x', '--b--'],
];
const FLOWED = `${PLAIN}; charset=utf-8; format=flowed`;

const CAME: Readonly<Record<string, Came>> = {
  'S/MIME, signed': {
    fields: [
      'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=b',
    ],
    body: [
      ...['--b', PLAIN, '', 'signed   ', 'line', '--b'],
      'Content-Type: application/pkcs7-signature; name=smime.p7s',
      ...['Content-Transfer-Encoding: base64', '', 'MIIB', '--b--'],
    ],
    text: 'signed   \nline',
    files: ['smime.p7s'],
  },
  'an invitation': {
    fields: ['Content-Type: multipart/alternative; boundary=a'],
    body: [
      ...['--a', PLAIN, '', 'meet', '--a', 'Content-Type: text/html', '', '<p>meet</p>', '--a'],
      'Content-Type: text/calendar; charset=utf-8; method=REQUEST',
      ...['', 'BEGIN:VCALENDAR', 'METHOD:REQUEST', 'END:VCALENDAR', '--a--'],
    ],
    text: 'meet',
    html: '<p>meet</p>',
    files: [''],
  },
  'the report that a mail was read': {
    fields: ['Content-Type: multipart/report; report-type=disposition-notification; boundary=r'],
    body: [
      ...['--r', PLAIN, '', 'read', '--r', 'Content-Type: message/disposition-notification', ''],
      ...['Final-Recipient: rfc822;b@dest.test', 'Disposition: manual-action/MDN-sent-manually; displayed'],
      ...['', '--r--'],
    ],
    text: 'read',
  },
  'an empty file': {
    fields: [MIXED],
    body: [
      ...['--b', PLAIN, '', 'backup done', '--b', PLAIN],
      ...['Content-Disposition: attachment; filename=log.txt', '', '--b--'],
    ],
    text: 'backup done',
    files: ['log.txt'],
  },
  'no content': { body: [], text: '' },
  'a file alone': {
    fields: [
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Disposition: attachment; filename=a.pdf',
      'Content-Transfer-Encoding: base64',
    ],
    body: ['JVBERi0='],
    files: ['a.pdf'],
  },
  'a quoted line that flows': { fields: [FLOWED], body: ['> one ', '> two'], text: '> one two' },
  'a stuffed line that flows': { fields: [FLOWED], body: ['word ', '  stuffed'], text: 'word  stuffed' },
  'quotes of two depths, a signature, and no blank at the joint': {
    fields: [`${FLOWED}; DelSp=Yes`],
    body: ['>> a ', '>> b', '> c ', 'd ', '-- ', 'me'],
    text: '>> ab\n> c \nd \n-- \nme',
  },
  'a page that names its charset itself': {
    fields: ['Content-Type: text/html'],
    body: ['<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>\xe4\xf6</p>'],
    html: '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>äö</p>',
  },
  'bytes of Latin-1 that no one declared': { fields: [PLAIN], body: ['gr\xfcn'], text: 'grün' },
  'bytes of UTF-8 that no one declared': { body: ['gr\xc3\xbcn'], text: 'grün' },
  'bytes of Latin-1 that say that they are UTF-8': {
    fields: [`${PLAIN}; charset=utf-8`],
    body: ['gr\xfcn'],
    text: 'grün',
  },
  'a subject in bare Latin-1': {
    fields: ['X-Kind: gr\xfcn'],
    body: ['x'],
    head: /^X-Kind: =\?UTF-8\?B\?Z3LDvG4=\?=\r\n/m,
  },
  'a file with a name in bare UTF-8': {
    fields: [MIXED],
    body: file('; filename="J\xc3\xbcrgen.pdf"'),
    files: ['Jürgen.pdf'],
  },
  'a file with a name in bare Latin-1': {
    fields: [MIXED],
    body: file('; filename="J\xfcrgen.pdf"'),
    files: ['Jürgen.pdf'],
  },
  'a name in pieces, with a blank at the end of one': {
    fields: [MIXED],
    body: file(';', ' filename*0="one ";', ' filename*1="two.pdf"'),
    files: ['one two.pdf'],
  },
  'a name in pieces of two kinds': {
    fields: [MIXED],
    body: file(';', " filename*1=x.pdf; filename*0*=iso-8859-1''gr%FCn%20"),
    files: ['grün x.pdf'],
  },
  'a name as encoded words': {
    fields: [MIXED],
    body: file('; filename="=?utf-8?B?SsO8?= =?utf-8?Q?rgen.pdf?="'),
    files: ['Jürgen.pdf'],
  },
  'a path as a name': { fields: [MIXED], body: file('; filename="../../etc/x.pdf"'), files: ['x.pdf'] },
  'a path of Windows as a name': {
    fields: [MIXED],
    body: file('; filename="C:\\Users\\me\\x.pdf"'),
    files: ['x.pdf'],
  },
};

const came = (fields: readonly string[], body: readonly string[]) =>
  Buffer.from([...fields, '', ...body, ''].join('\r\n'), 'latin1');
const headOf = (at: number) => [
  ...['From: Shop <a@acme.test>', 'To: b@dest.test', 'Subject: s', 'Date: Fri, 27 Nov 2026 10:00:00 +0000'],
  ...[`Message-ID: <ticket-${at}@acme.test>`, 'MIME-Version: 1.0'],
];

function over(name: string, run: (smtp: SubmissionFixture) => Promise<void>) {
  test(name, async () => {
    const smtp = await submissionFixture();
    try {
      await run(smtp);
    } finally {
      await smtp.close();
    }
  });
}

over(
  'whatever it is made of, every byte below the header goes on, and a reader is shown what it says',
  async (smtp) => {
    const all = Object.entries(CAME);
    for (const [at, [name, { fields = [], body }]] of all.entries())
      assert.match(
        // The fixture ends the last line.
        await smtp.submit(came([...headOf(at), ...fields], body).subarray(0, -2), ['b@dest.test']),
        /^250 /,
        name,
      );
    const { mails } = await sentOn(smtp);
    assert.is(mails.length, all.length);
    for (const [at, [name, { fields = [], body, text, html, files, head = /^/ }]] of all.entries()) {
      const raw = mails[at]?.raw ?? Buffer.alloc(0);
      const sent = halvesOf(raw);
      assert.is(sent.body.toString('latin1'), came([], body).toString('latin1').slice(2), name);
      const given = came([...headOf(at), ...fields], []).toString('latin1');
      for (const field of given.split(/\r\n(?![ \t])/))
        if (/^[ -~\s]*$/.test(field)) assert.ok(`\r\n${sent.head}`.includes(field), `${name}: ${field}`);
      assert.match(sent.head, head, name);
      const shown = readMessage(raw);
      if (text !== undefined) assert.is(shown?.text, text, name);
      if (html !== undefined) assert.is(shown?.html, html, name);
      if (files !== undefined)
        assert.equal(
          shown?.attachments.map(({ filename }) => filename),
          files,
          name,
        );
    }
  },
);

test.run();
