import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEYOND, encodeValue, encodeValues } from '../../../src/adapters/mongodb/indexKey.ts';
import { SEED } from '../../support/testRun.ts';

const test = suite('places in an index');

const byBytes = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', '\u0003', '0', '~', 'é', '\ufb01', '😀') }),
);
const number = fc.double({ noNaN: true, noDefaultInfinity: true });

test('texts are ordered by their bytes', () => {
  fc.assert(
    fc.property(text, text, (a, b) => byBytes(encodeValue(a), encodeValue(b)) === byBytes(a, b)),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('numbers are ordered by size', () => {
  fc.assert(
    fc.property(
      number,
      number,
      (a, b) => byBytes(encodeValue(a), encodeValue(b)) === Math.sign(a < b ? -1 : a > b ? 1 : 0),
    ),
    { seed: SEED, numRuns: 2_000 },
  );
  assert.is(encodeValue(-0), encodeValue(0));
});

test('the first field decides, then the second', () => {
  const pair = fc.tuple(text, number);
  fc.assert(
    fc.property(pair, pair, (a, b) => {
      const first = byBytes(a[0], b[0]);
      const second = a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
      return byBytes(encodeValues(a), encodeValues(b)) === (first || second);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('everything with a prefix is before its end', () => {
  fc.assert(
    fc.property(text, fc.oneof(text, number, fc.boolean()), (prefix, next) => {
      const range = encodeValue(prefix);
      return byBytes(encodeValues([prefix, next]), range + BEYOND) < 0;
    }),
    { seed: SEED },
  );
});

test.run();
