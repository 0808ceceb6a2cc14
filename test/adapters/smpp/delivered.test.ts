import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliveredOf } from '../../../src/adapters/smpp/delivered.ts';
import { headed, type RawPdu, rawPdu, ucs2 } from './rawPdu.ts';

const test = suite('what the carrier brings');

const read = (pdu: RawPdu) => deliveredOf(rawPdu(pdu));
const ascii = (text: string) => Buffer.from(text, 'latin1');
const ID = 0x001e;
const STATE = 0x0427;
const id = (text: string) => ({ [ID]: ascii(`${text}\0`) });
const state = (...bytes: number[]) => ({ [STATE]: Buffer.from(bytes) });

/** In a few characters: `77 delivered`, `77 failed UNDELIV err:011`, `interim`, `message TEXT`, `unreadable`. */
function shortOf(pdu: RawPdu): string {
  const delivered = read(pdu);
  if (delivered.is === 'message') return `message ${delivered.message.text}`;
  if (delivered.is !== 'receipt') return delivered.is;
  const { carrierId, state: outcome, detail } = delivered.receipt;
  return outcome === 'delivered' ? `${carrierId} delivered` : `${carrierId} failed ${detail}`;
}

const words = (stat: string, of = '77', err = '011') =>
  `id:${of} sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:${stat} err:${err} text:Hello`;

test('receipts in the forms in which carriers write them', () => {
  for (const [pdu, expected] of [
    [{ esmClass: 4, text: ascii(words('DELIVRD')) }, '77 delivered'],
    [{ esmClass: 4, coding: 8, text: ascii(words('DELIVRD')) }, '77 delivered'],
    [{ esmClass: 4, coding: 8, text: ucs2(words('DELIVRD')) }, '77 delivered'],
    [{ esmClass: 4, coding: 0, text: ucs2(words('UNDELIV')) }, '77 failed UNDELIV err:011'],
    [{ esmClass: 4, coding: 0xf4, text: ascii(words('EXPIRED')) }, '77 failed EXPIRED err:011'],
    [{ esmClass: 4, text: ascii(words('UNDELIVERABLE')) }, '77 failed UNDELIV err:011'],
    [{ esmClass: 4, text: ascii(words('REJECTED', 'a_1@[x]', '0x1f')) }, 'a_1@[x] failed REJECTD err:0x1f'],
    [{ esmClass: 4, text: ascii('id: 0A7F STAT: delivered') }, '0A7F delivered'],
    [{ esmClass: 4, text: ascii('Id:77 Status:FAILED Err:8') }, '77 failed UNDELIV err:8'],
    [{ esmClass: 4, text: ascii('sub:001 stat:DELETED err:000 id:77') }, '77 failed DELETED err:000'],
    [{ esmClass: 4, fields: { ...id('77'), ...state(2) } }, '77 delivered'],
    [
      { esmClass: 4, fields: { ...id('77'), ...state(5) }, text: ascii('err:027') },
      '77 failed UNDELIV err:027',
    ],
    [
      { esmClass: 4, fields: { ...id('77'), ...state(0) }, text: ascii(words('DELIVRD', '')) },
      '77 delivered',
    ],
    [{ esmClass: 4, fields: state(8), text: ascii('id:77') }, '77 failed REJECTD'],
    [{ esmClass: 4, fields: { 1060: ascii(words('DELIVRD')) } }, '77 delivered'],
    [{ esmClass: 0x44, text: headed([[0, 3, 1, 2, 1]], ascii(words('DELIVRD'))) }, '77 delivered'],
    [{ esmClass: 0x44, text: ascii(words('DELIVRD')) }, '77 delivered'],
    [{ esmClass: 0x20, text: ascii(words('ENROUTE')) }, 'interim'],
    [{ esmClass: 0x20, text: ascii(words('DELIVRD')) }, '77 delivered'],
    [{ esmClass: 0x08, text: ascii(words('DELIVRD')) }, '77 delivered'],
    [{ command: 'data_sm', esmClass: 4, fields: { ...id('77'), ...state(2) } }, '77 delivered'],
    [{ command: 'data_sm', esmClass: 4, text: ascii(words('DELIVRD')) }, '77 delivered'],
  ] as const)
    assert.is(shortOf(pdu), expected, JSON.stringify(pdu));
});

test('states that are no outcome', () => {
  for (const stat of ['ENROUTE', 'ACCEPTD', 'ACCEPTED', 'UNKNOWN', 'BUFFRED', 'SCHEDULED', 'SKIPPED'])
    assert.is(shortOf({ esmClass: 4, text: ascii(words(stat)) }), 'interim', stat);
  for (const one of [0, 1, 6, 7, 9])
    assert.is(shortOf({ fields: { ...id('77'), ...state(one) } }), 'interim', String(one));
});

test('the fields of a receipt make it one whatever its type; words alone do not, since anyone can send them', () => {
  for (const esmClass of [0, 0x03, 0x08, 0x10, 0x18, 0x20, 0x40, 0x80]) {
    const pdu = { esmClass, fields: { ...id('77'), ...state(2) } };
    assert.is(
      shortOf({ ...pdu, text: esmClass === 0x40 ? Buffer.alloc(0) : ascii(words('UNDELIV')) }),
      '77 delivered',
    );
  }
  assert.is(shortOf({ fields: id('77'), text: ascii(words('DELIVRD', '78')) }), '77 delivered');
  assert.is(shortOf({ fields: state(2), text: ascii(words('nothing')) }), '77 delivered');
  assert.is(shortOf({ text: ascii(words('DELIVRD')) }), `message ${words('DELIVRD')}`);
});

test('a receipt without an id or a state is no text either', () => {
  for (const pdu of [
    { esmClass: 4, text: ascii('delivered') },
    { esmClass: 4, text: ascii(words('DELIVRD', '')) },
    { esmClass: 4, text: ascii('stat:DELIVRD text:your id:4711') },
    { esmClass: 4, text: ascii('id:77 stat:PERHAPS') },
    { esmClass: 4 },
    { esmClass: 4, fields: id('77') },
    { esmClass: 0, fields: { ...id('77'), ...state(42) }, text: ascii('Hello') },
    { esmClass: 0x20, fields: state(2) },
    { esmClass: 0x10 },
  ])
    assert.is(shortOf(pdu), 'unreadable', JSON.stringify(pdu));
});

test('what a person answers a message is a text, also where it has a type of its own', () => {
  for (const esmClass of [0, 0x01, 0x08, 0x10, 0x18, 0x80])
    assert.is(shortOf({ esmClass, text: ascii('Yes') }), 'message Yes', String(esmClass));
  assert.is(shortOf({ text: Buffer.alloc(0) }), 'message ', 'an empty text is one');
  assert.is(shortOf({ command: 'data_sm', coding: 8, text: ucs2('Да') }), 'message Да');
  assert.is(shortOf({ fields: { 1060: ascii('long') } }), 'message long');
});

test('the parts of a text, by its header or its fields, each in a coding of its own', () => {
  const partOf = (pdu: RawPdu) => {
    const delivered = read(pdu);
    return delivered.is === 'message'
      ? { text: delivered.message.text, part: delivered.message.part }
      : delivered.is;
  };
  const sar = (reference: number, of: number, number: number) => ({
    524: Buffer.from([reference >> 8, reference & 255]),
    ...{ 526: Buffer.from([of]), 527: Buffer.from([number]) },
  });
  const port = [5, 4, 0x0b, 0x84, 0, 0];
  for (const [pdu, text, part] of [
    [{ esmClass: 0x40, text: headed([[0, 3, 9, 2, 1]], ascii('a')) }, 'a', [9, 1, 2]],
    [{ esmClass: 0x40, coding: 8, text: headed([[0, 3, 9, 2, 2]], ucs2('Ж')) }, 'Ж', [9, 2, 2]],
    [
      { esmClass: 0x43, coding: 0x19, text: headed([port, [8, 4, 1, 2, 3, 2]], ucs2('Ж')) },
      'Ж',
      [0x102, 2, 3],
    ],
    [{ esmClass: 0x40, text: headed([[0, 3, 9, 2, 3]], ascii('a')) }, 'a', null],
    [{ esmClass: 0x40, text: headed([[0, 3, 9, 1, 1]], ascii('a')) }, 'a', null],
    [{ esmClass: 0x40, text: headed([], ascii('a')) }, 'a', null],
    [
      {
        esmClass: 0x40,
        text: headed(
          [
            [0x25, 1, 1],
            [0, 3, 9, 2, 1],
          ],
          ascii('\x0b'),
        ),
      },
      'Ğ',
      [9, 1, 2],
    ],
    [{ text: ascii('a'), fields: sar(700, 3, 2) }, 'a', [700, 2, 3]],
    [{ text: ascii('a'), fields: sar(700, 3, 0) }, 'a', null],
    [{ esmClass: 0x40, fields: { 1060: headed([[0, 3, 9, 2, 1]], ascii('a')) } }, 'a', [9, 1, 2]],
    [{ command: 'data_sm', esmClass: 0x40, text: headed([[0, 3, 9, 2, 1]], ascii('a')) }, 'a', [9, 1, 2]],
  ] as const) {
    const [reference, number, of] = part ?? [];
    const name = JSON.stringify(pdu);
    assert.equal(partOf(pdu), { text, part: part === null ? null : { reference, number, of } }, name);
  }
});

test('what is broken is not guessed', () => {
  for (const pdu of [
    { esmClass: 0x40, text: Buffer.from([9, 0, 3, 1, 2, 1, 0x41]) },
    { esmClass: 0x40, text: headed([[0, 9, 1]], ascii('a')) },
    { esmClass: 0x40, text: headed([[0]], ascii('a')) },
    { esmClass: 0x40, text: headed([[0x24, 1, 6]], ascii('a')) },
    { text: ascii('a'), fields: { 1060: ascii('b') } },
    { coding: 4, text: ascii('STOP') },
  ])
    assert.is(shortOf(pdu), 'unreadable', JSON.stringify(pdu));
  const whole = rawPdu({ text: ascii('abc'), fields: id('77') });
  for (let length = 16; length < whole.length; length++) {
    const { is } = deliveredOf(whole.subarray(0, length));
    // The optional fields may be missing as a whole.
    assert.is(is, length === whole.length - 7 ? 'message' : 'unreadable', String(length));
  }
});

test('numbers by their type: + only where the number says its country', () => {
  for (const [fromTon, from, expected, completedFrom] of [
    [1, '4917612345001', '+4917612345001', null],
    [1, '004917612345001', '+4917612345001', null],
    [1, '+4917612345001', '+4917612345001', null],
    [1, '01711234567', '01711234567', '+491711234567'],
    [0, '004917612345001', '+4917612345001', null],
    [0, '+4917612345001', '+4917612345001', null],
    [0, '4917612345001', '+4917612345001', null],
    [0, '447911123456', '+447911123456', null],
    [0, '12025550143', '+12025550143', null],
    [0, '72345', '72345', null],
    [0, '4711', '4711', null],
    [0, '01711234567', '01711234567', '+491711234567'],
    [0, 'BANK', 'BANK', null],
    [2, '01711234567', '01711234567', '+491711234567'],
    [2, '1711234567', '1711234567', '+491711234567'],
    [3, '72345', '72345', null],
    [3, '01711234567', '01711234567', null],
    [4, '1234567', '1234567', null],
    [5, '4711', '4711', null],
    [5, 'Caf\xe9 24', 'Café 24', null],
    [5, '01711234567', '01711234567', null],
    [6, '12', '12', null],
    [1, '', '', null],
  ] as const) {
    const delivered = read({ fromTon, from, text: ascii('x') });
    assert.is(delivered.is, 'message');
    if (delivered.is !== 'message') return;
    const { message } = delivered;
    assert.equal([message.from, message.completedFrom], [expected, completedFrom], `${fromTon} ${from}`);
  }
});

test.run();
