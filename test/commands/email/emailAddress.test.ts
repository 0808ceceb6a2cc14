import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatMailbox, isEmailAddress, parseMailbox } from '../../../src/commands/email/emailAddress.ts';
import { hasControlCharacter } from '../../../src/events/fieldPatterns.ts';
import { SEED } from '../../support/testRun.ts';

const addresses = suite('email address');

const good = [
  'a@b.co',
  'first.last@sub.domain.example',
  "o'brien+tag@x-y.co",
  'a_b-c@1x.org',
  '=@b.co',
  '?a==b?c=.?=@b.co',
  'UPPER@CASE.COM',
  'bounce+label@example.com',
  'a@b.xn--p1ai',
  'a@B.XN--P1AI',
  'a@b.xn--vermgensberater-ctb',
  'a@xn--bcher-kva.example',
  'a@bücher.example',
  'a@bu\u0308cher.example',
  'a@BÜCHER.example',
  'a@пример.рф',
  'a@пример.xn--p1ai',
  'a@straße.example',
  'a@例え.テスト',
  `${'a'.repeat(311)}@abcd.co`.slice(0, 320),
];
const bad = [
  '',
  'a',
  'a@b',
  'a@b.c',
  '.a@b.co',
  'a.@b.co',
  'a..b@c.co',
  'a@.co',
  'a@b..co',
  'a@-b.co',
  'a@b-.co',
  'a@b.co.',
  'a@b.c0',
  'a b@c.co',
  'a@b c.co',
  '"a b"@c.co',
  'ä@b.co',
  'a@b.xn--zca',
  'a@b.xn--zzzzzz',
  'a@b.xn--',
  'a@b.ü',
  'a@b.c1',
  'a@b。co',
  'a@b\u200bc.co',
  'a@ｂ.co',
  'a@ü-.co',
  'a@-ü.co',
  'a@b\u2028.co',
  'a@\ud800.co',
  'a@💩.co',
  `a@${'ü'.repeat(60)}.co`,
  'a@[127.0.0.1]',
  'a@b.co\n',
  'a\r\n@b.co',
  'a@@b.co',
  'Name <a@b.co>',
  '=?UTF-8?Q?=0D=0ABcc=3A=20x=40y.zz?=@b.co',
  `a@${'b'.repeat(64)}.co`,
  `${'a'.repeat(314)}@b.comm`,
];

addresses('takes what section 2.1 allows', () => {
  for (const address of good) assert.ok(isEmailAddress(address), address);
});

addresses('refuses what section 2.1 forbids', () => {
  for (const address of bad) assert.not(isEmailAddress(address), JSON.stringify(address));
});

addresses('takes a sender under any label that a domain may have', () => {
  for (const address of ['a@b.xn--p1ai', 'a@bücher.example', 'a@b.c1'])
    assert.equal(parseMailbox(`Ann <${address}>`), { name: 'Ann', address });
  for (const address of ['a@b。co', 'a@b\u200bc.co']) assert.is(parseMailbox(address), null);
});

addresses('takes an atom unless an encoded word could begin in it', () => {
  const local = fc.string({ unit: fc.constantFrom('=', '?', 'a', '.'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(local, (text) => {
      const isDotAtom = /^[=?a]+(\.[=?a]+)*$/.test(text);
      assert.is(isEmailAddress(`${text}@b.co`), isDotAtom && !text.includes('=?'), text);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

addresses('has a limit of 320 characters', () => {
  assert.ok(isEmailAddress(`${'a'.repeat(313)}@b.comm`.slice(0, 320)));
  assert.not(isEmailAddress(`${'a'.repeat(314)}@b.comm`));
});

addresses('stays quick on hostile texts', () => {
  for (const text of [
    '='.repeat(100_000),
    `${'='.repeat(50_000)}?`,
    `${'a='.repeat(50_000)}?@b.co`,
    'a.'.repeat(50_000),
    `a@${'a-'.repeat(50_000)}`,
    '@'.repeat(100_000),
  ])
    assert.not(isEmailAddress(text));
});

addresses('reads a mailbox', () => {
  assert.equal(parseMailbox('a@b.co'), { name: null, address: 'a@b.co' });
  assert.equal(parseMailbox('Ann Lee <a@b.co>'), { name: 'Ann Lee', address: 'a@b.co' });
  assert.equal(parseMailbox('"Lee, Ann \\"A\\"" <a@b.co>'), { name: 'Lee, Ann "A"', address: 'a@b.co' });
  assert.equal(parseMailbox('Acme, Inc. <a@b.co>'), { name: 'Acme, Inc.', address: 'a@b.co' });
  assert.equal(parseMailbox('<a@b.co>'), { name: null, address: 'a@b.co' });
  assert.equal(parseMailbox('Jürgen <a@b.c>'), { name: 'Jürgen', address: 'a@b.c' });
  for (const text of ['', 'Ann', 'Ann <>', 'Ann <a@b>', 'Ann\n<a@b.co>', 'a@b.co, c@d.co', 'Ann <a@b.co> x'])
    assert.is(parseMailbox(text), null, text);
});

addresses('quotes a name where it must', () => {
  const written = (name: string | null) => formatMailbox({ name, address: 'a@b.co' });
  assert.is(written(null), 'a@b.co');
  assert.is(written('Ann Lee'), 'Ann Lee <a@b.co>');
  assert.is(written('Lee, Ann'), '"Lee, Ann" <a@b.co>');
  assert.is(written('a "b" \\c'), '"a \\"b\\" \\\\c" <a@b.co>');
  assert.is(written('=?utf-8?q?x?='), '"=?utf-8?q?x?=" <a@b.co>');
  assert.is(written('Jürgen Ünal'), 'Jürgen Ünal <a@b.co>');
});

addresses('reads back whatever it wrote', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((name) => {
    return name.trim() === name && name !== '' && !hasControlCharacter(name);
  });
  fc.assert(
    fc.property(names, (name) => {
      assert.equal(parseMailbox(formatMailbox({ name, address: 'a@b.co' })), { name, address: 'a@b.co' });
    }),
    { seed: SEED },
  );
});

addresses('knows the characters that may not reach a header', () => {
  for (const code of [0, 9, 10, 13, 27, 127, 0x85, 0x9f, 0x2028, 0x2029])
    assert.ok(hasControlCharacter(`a${String.fromCodePoint(code)}b`), String(code));
  for (const text of ['', 'a b', 'ä', '😀', '\u00a0', '~']) assert.not(hasControlCharacter(text), text);
});

addresses.run();
