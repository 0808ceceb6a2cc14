import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textFor, textFrom } from '../../../../src/adapters/embedded/documents/documentText.ts';

const test = suite('texts in SQLite');

const PIECES = [
  '',
  '\0',
  '\u0001',
  '\u0002',
  'a',
  'é',
  '\ud7ff',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
].concat('\ue000', '\uffff', '😀');
const texts = PIECES.flatMap((one) => PIECES.flatMap((two) => PIECES.map((three) => one + two + three)));
const codePoints = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

function byCodePoints(one: string, other: string): number {
  const [left, right] = [codePoints(one), codePoints(other)];
  for (const [at, point] of left.entries()) {
    const against = right[at];
    if (against === undefined) return 1;
    if (point !== against) return point - against;
  }
  return left.length - right.length;
}

test('every text comes back, has nothing that SQLite cannot store, and is ordered by its code points', () => {
  const sorted = [...new Set(texts)].sort(byCodePoints);
  let before: Buffer | null = null;
  for (const text of sorted) {
    const stored = textFor(text);
    assert.is(textFrom(stored), text, JSON.stringify(text));
    assert.not(stored.includes('\0'));
    assert.ok(stored.isWellFormed(), JSON.stringify(text));
    const bytes = Buffer.from(stored);
    if (before !== null) assert.is(Buffer.compare(before, bytes), -1, JSON.stringify(text));
    before = bytes;
  }
});

test('ordinary texts are stored unchanged', () => {
  for (const text of ['', 'ann@example.org', 'Zoë 𝒳 "quoted"\n\t', 'contact-6f1f2b6a/1of16'])
    assert.is(textFor(text), text);
});

test.run();
