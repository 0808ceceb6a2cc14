import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_SMS_SEGMENTS, smsSegments } from '../../../src/commands/sms/smsSegments.ts';
import { SEED } from '../../support/testRun.ts';

const test = suite('smsSegments');

for (const [what, text, expected] of [
  ['the empty text', '', 0],
  ['one letter', 'a', 1],
  ['160 of GSM-7', 'a'.repeat(160), 1],
  ['161 of GSM-7', 'a'.repeat(161), 2],
  ['306 of GSM-7', 'a'.repeat(306), 2],
  ['307 of GSM-7', 'a'.repeat(307), 3],
  ['80 of the extension', '€'.repeat(80), 1],
  ['81 of the extension', '€'.repeat(81), 2],
  ['an escape that would be divided', `${'a'.repeat(152)}€${'a'.repeat(153)}`, 3],
  ['70 of UCS-2', 'ж'.repeat(70), 1],
  ['71 of UCS-2', 'ж'.repeat(71), 2],
  ['134 of UCS-2', 'ж'.repeat(134), 2],
  ['135 of UCS-2', 'ж'.repeat(135), 3],
  ['one foreign letter makes all of it UCS-2', `${'a'.repeat(70)}ж`, 2],
  ['35 pairs', '😀'.repeat(35), 1],
  ['36 pairs', '😀'.repeat(36), 2],
  ['a pair that would be divided', `${'ж'.repeat(66)}😀${'ж'.repeat(66)}`, 3],
  ['the longest message', 'a'.repeat(153 * MAX_SMS_SEGMENTS), MAX_SMS_SEGMENTS],
  ['one more', 'a'.repeat(153 * MAX_SMS_SEGMENTS + 1), null],
  ['the longest in UCS-2', 'ж'.repeat(67 * MAX_SMS_SEGMENTS), MAX_SMS_SEGMENTS],
  ['one more in UCS-2', 'ж'.repeat(67 * MAX_SMS_SEGMENTS + 1), null],
  ['a lone surrogate', '\ud800', 1],
  ['a character longer than a part', `a${'\u0301'.repeat(100)}`, 2],
] as const)
  test(what, () => assert.is(smsSegments(text), expected));

test('tells GSM-7 from UCS-2 as the published calculator does, character by character', () => {
  for (let code = 0; code < 0x3000; code++) {
    const text = String.fromCharCode(code).repeat(77);
    // 77 fit into one part of GSM-7, and of its extension, yet not of UCS-2.
    const isGsm7 = new SegmentedMessage(String.fromCharCode(code)).encodingName === 'GSM-7';
    if ((smsSegments(text) === 1) !== isGsm7) assert.unreachable(`character ${code.toString(16)}`);
  }
});

test('counts as the published calculator does', () => {
  const letters = fc.constantFrom('a', 'é', '€', '^', ' ', '\n', 'ж', '漢', '😀', '👨‍👩‍👧', 'e\u0301');
  const texts = fc.oneof(
    fc.string({ unit: letters, maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('a', '€', '\n', '\r', '['), maxLength: 700 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const published = text === '' ? 0 : new SegmentedMessage(text).segmentsCount;
      assert.is(smsSegments(text), published);
    }),
    { numRuns: 200, seed: SEED + 7 },
  );
});

test.run();
