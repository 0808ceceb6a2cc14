import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { customField } from '../../src/adapters/mime/headerFields.ts';
import { type FieldPart, structuredField } from '../../src/mail/structuredField.ts';

/** Fields with addresses or angle brackets: only names are encoded (RFC 2047, section 5). */
const test = suite('issue 49, 2: header fields with structure');

const LONG = `<https://shop.example.net/u?t=${'a'.repeat(400)}>`;

/** As programs write them, and what comes out. */
const TAKEN: readonly (readonly [name: string, value: string, parts: readonly FieldPart[]])[] = [
  ['List-Unsubscribe', LONG, [LONG]],
  ['list-unsubscribe', '<mailto:out@news.example.net>, <https://x.example.net/?a=?b>', ['', '']],
  // MimeKit, Python's email package and PHPMailer encode a long value as a whole.
  [
    'List-Unsubscribe',
    '=?us-ascii?q?=3Cmailto=3Aout=40news=2Eexample=2Enet=3E=2C=3Chttps=3A=2F=2Fx=2Eexam?= =?us-ascii?q?ple=2Enet=2Fu=3E?=',
    ['<mailto:out@news.example.net>,<https://x.example.net/u>'],
  ],
  ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click', ['List-Unsubscribe=One-Click']],
  ['List-Post', 'NO (posting not allowed on this list)', ['NO (posting not allowed on this list)']],
  ['List-Id', 'Müller <l.acme.test>', ['', { name: 'Müller' }, ' <l.acme.test>']],
  [
    'List-Id',
    'Müller: Neues, wöchentlich<l.acme.test>',
    ['', { name: 'Müller: Neues, wöchentlich' }, ' <l.acme.test>'],
  ],
  ['List-ID', '=?utf-8?Q?M=C3=BCller?= <l.acme.test>', ['', { name: 'Müller' }, ' <l.acme.test>']],
  ['List-Id', '=?utf-8?Q?M=C3=BCller_=3Cl.acme.test=3E?=', ['', { name: 'Müller' }, ' <l.acme.test>']],
  ['List-Id', '"Weekly \\"news\\"" <l.acme.test>', ['"Weekly \\"news\\"" <l.acme.test>']],
  ['List-Id', '<l.acme.test>', ['<l.acme.test>']],
  [
    'Errors-To',
    '"Müller, Jö" <a@b.test>, Bo <c@d.test>, ops@e.test',
    ['', { name: 'Müller, Jö' }, ' <a@b.test>, Bo <c@d.test>, ops@e.test'],
  ],
  ['Disposition-Notification-To', '=?ISO-8859-1?Q?J=FC?= <a@b.test>', ['', { name: 'Jü' }, ' <a@b.test>']],
  ['Mail-Followup-To', 'Grüppe: a@b.test, c@d.test;', ['', { name: 'Grüppe' }, ' : a@b.test, c@d.test;']],
  ['Return-Receipt-To', '=?x-unknown?q?abc?= <a@b.test>', ['=?x-unknown?q?abc?= <a@b.test>']],
  ['In-Reply-To', '<CAF=xyz.1@mail.example.net>', ['<CAF=xyz.1@mail.example.net>']],
  ['References', `<1@a.test> <2@a.test> <${'3'.repeat(200)}@a.test>`, ['']],
  ['Archived-At', '<https://lists.example.net/msg/1>', ['<https://lists.example.net/msg/1>']],
  ['Autocrypt', 'addr=a@b.test; prefer-encrypt=mutual; keydata=AAAA BBBB', ['']],
];

for (const [name, value, parts] of TAKEN)
  test(`${name}: ${value.slice(0, 60)}`, () => {
    const found = structuredField(name, value);
    assert.ok(Array.isArray(found), `${found}`);
    if (parts.some((part) => part !== ''))
      assert.equal(
        found.filter((part) => part !== ''),
        parts.filter((part) => part !== ''),
      );
    const written = customField(name, value);
    for (const line of written.split('\r\n')) assert.ok(line.length <= 998 && /^[ -~]*$/.test(line), line);
    // Within angle brackets nothing is encoded, and nothing is folded where there was no space.
    for (const [inside] of value.matchAll(/<[^<>]*>/g)) assert.ok(written.includes(inside), written);
    assert.not.match(written, /^[^:]+:\s*=\?[^ ]+\?=\s*$/);
  });

const REFUSED: readonly (readonly [name: string, value: string, says: RegExp])[] = [
  ['In-Reply-To', '<ü@acme.test>', /ASCII/],
  ['In-Reply-To', 'Müllers Mail <1@a.test>', /ASCII/],
  ['References', '<1@a.test> <ö@a.test>', /ASCII/],
  ['List-Unsubscribe', '<https://müller.test/u>', /ASCII/],
  ['List-Help', '<mailto:hilfe@x.test> (für Hilfe)', /ASCII/],
  ['List-Id', 'News <müller.test>', /ASCII/],
  ['List-Id', 'Nur Müller', /ASCII/],
  ['Errors-To', 'Müller, Jö <a@b.test>', /ASCII/],
  ['Errors-To', 'ü@b.test', /ASCII/],
  ['Archived-At', '<https://x.test/日本>', /ASCII/],
  ['Autocrypt', 'addr=ü@b.test; keydata=AAAA', /ASCII/],
  ['Jabber-ID', 'jö@x.test', /ASCII/],
  ['List-Id', '=?utf-8?q?a=0D=0ABcc:_x?= <l.acme.test>', /control/],
  ['Disposition-Notification-To', '"=?utf-8?b?YQAN?=" <a@b.test>', /control/],
  ['List-Unsubscribe', '=?utf-8?q?=3Chttps://x.test/=0A=3E?=', /control/],
  ['List-Unsubscribe', '=?x-unknown?q?=3Chttps://x.test=3E?=', /encoded word/],
  ['List-Unsubscribe', `<https://x.test/${'a'.repeat(1_000)}>`, /folded/],
  ['References', `<1@a.test> <${'1'.repeat(1_000)}@a.test>`, /folded/],
  ['Autocrypt', `addr=a@b.test; keydata=${'A'.repeat(3_000)}`, /folded/],
];

for (const [name, value, says] of REFUSED)
  test(`${name}: ${value.slice(0, 60)} is refused`, () => {
    const found = structuredField(name, value);
    assert.type(found, 'string');
    assert.match(String(found), says);
    assert.is(customField(name, value), '');
  });

test('a field of free text is what it was', () => {
  for (const name of ['X-Text', 'Subject', 'Comments', 'Feedback-ID', 'Auto-Submitted'])
    assert.is(structuredField(name, 'Grüße <ü@x.test>'), null);
  assert.match(customField('X-Text', 'Grüße <b@x.test>'), /^X-Text: =\?UTF-8\?/);
});

test('a long token begins a line of its own, and a text of 65,536 characters takes no time', () => {
  const link = `<https://x.test/${'a'.repeat(970)}>`;
  assert.is(customField('List-Unsubscribe', link), `List-Unsubscribe:\r\n ${link}\r\n`);
  for (const odd of ['"', '\\"', '"\\', '<', '(', '((', '<"', 'a ', '=?', '=?a?q?', '=?a?q?b?= ', ',ü', ': '])
    for (const name of ['Errors-To', 'List-Id', 'References']) {
      const begunAt = process.cpuUsage().user;
      structuredField(name, odd.repeat(65_536 / odd.length));
      assert.ok(process.cpuUsage().user - begunAt < 2_000_000, `${name} ${odd}`);
    }
});

test.run();
