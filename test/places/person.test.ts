import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { personOf } from '../../src/places/person.ts';

const test = suite('a person in a text');

const base64 = (text: string) => Buffer.from(text).toString('base64');
const lines = (text: string) => text.replace(/.{76}/g, '$&\r\n');
const ANN = 'ann.o+shop@bücher.example';
const mail = `To: "Ann" <${ANN}>\r\nSubject: =?utf-8?B?${base64(`For ${ANN}, today`)}?=\r\n\r\nHello`;

const NAMED: Readonly<Record<string, string>> = {
  'as it is': ANN,
  'in capitals': ANN.toUpperCase(),
  'with A-labels': 'ann.o+shop@xn--bcher-kva.example',
  'with a decomposed letter': ANN.normalize('NFD'),
  'at the end of a sentence': `It was ${ANN}.`,
  'after a line end in JSON': JSON.stringify({ text: `Dear\n${ANN}\nbye` }),
  'in JSON in JSON': JSON.stringify({ body: JSON.stringify({ text: `Dear\n${ANN}\nbye` }) }),
  'in JSON without letters beyond ASCII': `"${ANN.replace('ü', '\\u00fc')}"`,
  'in a URL': `https://a.example/?ada=1&to=${encodeURIComponent(ANN)}&x=1`,
  'in HTML': `ann.o&#43;shop&#x40;b&#252;cher.example`,
  'in quoted-printable': 'Hello ann.o+shop=40b=C3=BC=\r\ncher.example',
  'in base64': lines(base64(`${'A long text before it. '.repeat(9)}${ANN} and after it`)),
  'in base64 without its beginning': base64(`ÿ${'x'.repeat(20)} ${ANN} and more`),
  'in an encoded word': mail.split('Subject: ')[1] ?? '',
  'in a kept mail of an event': JSON.stringify({ content: { inline: base64(mail) } }),
  'in a part of a kept mail': JSON.stringify({
    inline: base64(`MIME-Version: 1.0\r\n\r\n${lines(base64(`${'Hello there. '.repeat(20)} ${ANN}`))}\r\n`),
  }),
};

for (const [form, text] of Object.entries(NAMED))
  test(`is found ${form}`, () => {
    assert.is(personOf(ANN).isNamedIn(text), true, text);
    assert.is(personOf('ann.o+shop@xn--bcher-kva.example').isNamedIn(text), true, 'by the other form');
    assert.is(personOf('bob@bücher.example').isNamedIn(text), false);
  });

test('another address that begins or ends like it is another person', () => {
  const { isNamedIn } = personOf('ann@mail.example');
  for (const other of [
    'joann@mail.example',
    'o.ann@mail.example',
    'x-ann@mail.example',
    'é_ann@mail.example',
  ])
    assert.is(isNamedIn(`to ${other} now`), false, other);
  for (const other of [
    'ann@mail.example.net',
    'ann@mail.example-shop.net',
    'ann@mail.examples',
    'annXmail.example',
  ])
    assert.is(isNamedIn(`to ${other} now`), false, other);
  assert.is(isNamedIn('to <ann@mail.example>, now'), true);
});

test('a number is found as people write it, and no longer one', () => {
  const { isNamedIn } = personOf('+4520123456');
  for (const text of [
    '+4520123456',
    '0045 20 12 34 56',
    '(+45) 20-12-34-56',
    '"to":"4520123456"',
    '%2B4520123456',
  ])
    assert.is(isNamedIn(text), true, text);
  for (const text of ['+45201234567', '14520123456', '+4520123457']) assert.is(isNamedIn(text), false, text);
});

test('ids and hashes stand for the person, and what is written does not change them', () => {
  const person = personOf('ann@mail.example');
  const id = '7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36';
  assert.is(person.isIn(`outbox/${id}.eml`), false);
  person.ids.add(id);
  assert.is(person.isIn(`outbox/${id}.eml`), true);
  assert.is(person.isNamedIn(id), false);
});

test.run();
