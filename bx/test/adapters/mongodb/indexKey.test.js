// test/adapters/mongodb/indexKey.test.ts
import fc from "fast-check";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { BEYOND, encodeValue, encodeValues } from "../../../src/adapters/mongodb/indexKey.js";
import { SEED } from "../../support/testRun.js";
var test = suite("places in an index");
var byBytes = (a, b) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
var text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("\0", "", "", "", "0", "~", "\xE9", "\uFB01", "\u{1F600}") })
);
var number = fc.double({ noNaN: true, noDefaultInfinity: true });
test("texts are ordered by their bytes", () => {
  fc.assert(
    fc.property(text, text, (a, b) => byBytes(encodeValue(a), encodeValue(b)) === byBytes(a, b)),
    { seed: SEED, numRuns: 2e3 }
  );
});
test("numbers are ordered by size", () => {
  fc.assert(
    fc.property(
      number,
      number,
      (a, b) => byBytes(encodeValue(a), encodeValue(b)) === Math.sign(a < b ? -1 : a > b ? 1 : 0)
    ),
    { seed: SEED, numRuns: 2e3 }
  );
  assert.is(encodeValue(-0), encodeValue(0));
});
test("the first field decides, then the second", () => {
  const pair = fc.tuple(text, number);
  fc.assert(
    fc.property(pair, pair, (a, b) => {
      const first = byBytes(a[0], b[0]);
      const second = a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
      return byBytes(encodeValues(a), encodeValues(b)) === (first || second);
    }),
    { seed: SEED, numRuns: 2e3 }
  );
});
test("everything with a prefix is before its end", () => {
  fc.assert(
    fc.property(text, fc.oneof(text, number, fc.boolean()), (prefix, next) => {
      const range = encodeValue(prefix);
      return byBytes(encodeValues([prefix, next]), range + BEYOND) < 0;
    }),
    { seed: SEED }
  );
});
test.run();
//# sourceMappingURL=indexKey.test.js.map
