import type { IndexValue } from '../../../src/ports/documents.ts';

const numbers = [
  -1e12,
  -1_000_000,
  -2.5,
  -1,
  -0.001,
  0,
  0.5,
  1,
  2,
  10,
  255,
  256,
  1e9,
  1_767_225_600_000,
  2 ** 53,
];
const texts = [
  '',
  ' ',
  '!',
  '0',
  '10',
  '9',
  'A',
  'Z',
  'a',
  'aa',
  'ab',
  'b',
  'z',
  '~',
  'é',
  'ÿ',
  'Ω',
  '中',
  '\ufb01',
  '😀',
];
/** Values of index fields in the order an index has them, by what the order shows. */
export const ordered: [string, IndexValue[]][] = [
  ['numbers by size', numbers],
  ['texts by code points', texts],
  ['false before true', [false, true]],
  ['instants by time', ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z']],
  ['long texts', ['a'.repeat(200), `${'a'.repeat(201)}b`, `${'a'.repeat(200)}b`, 'b'.repeat(320)]],
];
