// test/adapters/embedded/documents/documentText.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { textFor, textFrom } from "../../../../src/adapters/embedded/documents/documentText.js";
var test = suite("texts in SQLite");
var PIECES = [
  "",
  "\0",
  "",
  "",
  "a",
  "\xE9",
  "\uD7FF",
  "\uD800",
  "\uDBFF",
  "\uDC00",
  "\uDFFF"
].concat("\uE000", "\uFFFF", "\u{1F600}");
var texts = PIECES.flatMap((one) => PIECES.flatMap((two) => PIECES.map((three) => one + two + three)));
var codePoints = (text) => [...text].map((character) => character.codePointAt(0) ?? 0);
function byCodePoints(one, other) {
  const [left, right] = [codePoints(one), codePoints(other)];
  for (const [at, point] of left.entries()) {
    const against = right[at];
    if (against === void 0) return 1;
    if (point !== against) return point - against;
  }
  return left.length - right.length;
}
test("every text comes back, has nothing that SQLite cannot store, and is ordered by its code points", () => {
  const sorted = [...new Set(texts)].sort(byCodePoints);
  let before = null;
  for (const text of sorted) {
    const stored = textFor(text);
    assert.is(textFrom(stored), text, JSON.stringify(text));
    assert.not(stored.includes("\0"));
    assert.ok(stored.isWellFormed(), JSON.stringify(text));
    const bytes = Buffer.from(stored);
    if (before !== null) assert.is(Buffer.compare(before, bytes), -1, JSON.stringify(text));
    before = bytes;
  }
});
test("ordinary texts are stored unchanged", () => {
  for (const text of ["", "ann@example.org", 'Zo\xEB \u{1D4B3} "quoted"\n	', "contact-6f1f2b6a/1of16"])
    assert.is(textFor(text), text);
});
test.run();
//# sourceMappingURL=documentText.test.js.map
