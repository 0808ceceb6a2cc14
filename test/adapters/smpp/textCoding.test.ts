import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textIn } from '../../../src/adapters/smpp/textCoding.ts';

const test = suite('data codings of texts');

const NO_HEADER = new Map<number, Buffer>();
const read = (coding: number, hex: string, header: ReadonlyMap<number, Buffer> = NO_HEADER) =>
  textIn(coding, Buffer.from(hex, 'hex'), header);
const shifts = (locking: number | null, single: number | null) =>
  new Map([
    ...(locking === null ? [] : [[0x25, Buffer.from([locking])] as const]),
    ...(single === null ? [] : [[0x24, Buffer.from([single])] as const]),
  ]);

const SEPTETS = '00024811';
const IN_GSM = '@$H_';

test('values below 0x10 by SMPP 3.4, 5.2.19', () => {
  for (const [coding, hex, text] of [
    [0x00, SEPTETS, IN_GSM],
    [0x01, '40244811', '@$H\x11'],
    [0x02, '48', null],
    [0x03, 'e96f40', 'éo@'],
    [0x04, '48', null],
    [0x05, '82cd82a2', 'はい'],
    [0x05, 'bfcb', 'ｿﾋ'],
    [0x05, '1b2442244f24241b284221', 'はい!'],
    [0x06, 'bfe0d8d2d5e221', 'Привет!'],
    [0x07, 'f9ece5ed', 'שלום'],
    [0x08, '00480416d83dde00', 'HЖ😀'],
    [0x09, '82cd', 'は'],
    [0x09, 'f040', null],
    [0x0a, '1b2440244f24241b284a6162', 'はいab'],
    [0x0a, '1b2849313233', 'ｱｲｳ'],
    [0x0a, '6162', 'ab'],
    [0x0b, SEPTETS, IN_GSM],
    [0x0c, SEPTETS, IN_GSM],
    [0x0d, 'a4cf8fb0a1', 'は丂'],
    [0x0d, '1b24284430211b284278', '丂x'],
    [0x0d, '82cd82a2', 'はい'],
    [0x0e, 'bec8b3e7', '안녕'],
    [0x0f, SEPTETS, IN_GSM],
  ] as const)
    assert.is(read(coding, hex), text, `0x${coding.toString(16)} ${hex}`);
});

test('values above by the groups of 3GPP TS 23.038, section 4', () => {
  for (let coding = 0x10; coding <= 0xff; coding++) {
    const bits = coding.toString(2).padStart(8, '0');
    const [kind] = [
      /^0.1/.test(bits) && 'none',
      /^0.0.01/.test(bits) && 'none',
      /^0.0.10/.test(bits) && 'ucs2',
      /^1110/.test(bits) && 'ucs2',
      /^1111.1/.test(bits) && 'none',
      'gsm',
    ].filter((one) => one !== false);
    const name = `0x${coding.toString(16)}`;
    assert.is(read(coding, SEPTETS), kind === 'gsm' ? IN_GSM : kind === 'ucs2' ? '\u0002\u4811' : null, name);
  }
});

test('what an alphabet does not have is not guessed', () => {
  for (const [coding, hex] of [
    [0x00, '4180'],
    [0x01, '41e4'],
    [0x07, 'a1'],
    [0x08, '004100'],
    [0x18, '41'],
    [0x0e, 'ff'],
    [0x05, '81'],
    [0x0a, '82cd'],
    [0xf1, 'e4'],
    [0xc8, 'ff'],
  ] as const)
    assert.is(read(coding, hex), null, `0x${coding.toString(16)} ${hex}`);
});

test('escapes of the default alphabet', () => {
  for (const [hex, text] of [
    ['1b65', '€'],
    ['1b3c1b3e1b281b291b2f1b3d1b401b14', '[]{}\\~|^'],
    ['1b0a', '\f'],
    ['1b41', 'A'],
    ['1b1b41', ' A'],
    ['411b', 'A '],
  ] as const)
    assert.is(read(0, hex), text, hex);
});

test('tables of national languages, and none is taken for another', () => {
  for (const [locking, single, hex, text] of [
    [null, 1, '1b671b531b631b651b49', 'ğŞç€İ'],
    [1, null, '0b0c1c1d071b65', 'ĞğŞşı€'],
    [1, 1, '07601b73', 'ıçş'],
    [null, 2, '1b411b691b091b1b', 'Áíç '],
    [null, 3, '1b7b1b5c1b051b7f', 'ãÕêâ'],
    [3, null, '7b7c0f12', 'ãõáª'],
    [3, 3, '5b1b5b1b123c', 'ÃÃΦ<'],
    [2, null, '41', null],
    [6, null, '41', null],
    [null, 6, '41', null],
    [null, 13, '41', null],
  ] as const) {
    const name = `${locking} ${single} ${hex}`;
    assert.is(read(0, hex, shifts(locking, single)), text, name);
    assert.is(read(0xf1, hex, shifts(locking, single)), text, name);
  }
  assert.is(read(8, '0041', shifts(6, null)), 'A', 'UCS-2 has no tables');
});

test('UCS-2 with a mark of its byte order, and with half a pair of surrogates', () => {
  assert.is(read(8, 'feff0041'), 'A');
  assert.is(read(8, 'fffe4100'), 'A');
  assert.is(read(0x19, 'd83d'), '\ud83d', 'the other half may be in the next part');
  assert.is(read(8, ''), '');
});

test.run();
