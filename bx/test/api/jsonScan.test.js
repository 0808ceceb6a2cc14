// test/api/jsonScan.test.ts
import fc from "fast-check";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { inexactNumbers } from "../../src/api/jsonScan.js";
import { SEED } from "../support/testRun.js";
var test = suite("exact numbers");
var paths = (json) => inexactNumbers(json).map(({ path }) => path);
var isRefused = (number) => paths(`[${number}]`).length === 1;
test("a number is refused when a double makes another of it", () => {
  for (const number of [
    "12345678901234567890",
    "9007199254740993",
    "1e999",
    "-1e999",
    "1e-400",
    "3.14159265358979323846"
  ])
    assert.ok(isRefused(number), number);
  for (const number of [
    "0",
    "-0",
    "0.1",
    "1.10",
    "1e3",
    "1E+3",
    "100e-2",
    "9007199254740992",
    "1.7976931348623157e308"
  ])
    assert.not(isRefused(number), number);
  for (const number of [
    "0.30000000000000004",
    "100000000000000000000",
    "1.0000000000000000000",
    "0.00000000000000000000"
  ])
    assert.not(isRefused(number), number);
});
test("its place is named, in any surroundings", () => {
  const big = "12345678901234567890";
  assert.equal(paths(big), [""]);
  assert.equal(paths(`{"a":[{},[1,${big}],"x"],"b/c":{"~":${big}}}`), ["/a/1/1", "/b~1c/~0"]);
  assert.equal(paths(`{"a":"${big}","b\\\\":"\\"${big}","c\\"d":[ ${big} , 1e5 ]}`), ['/c"d/0']);
  assert.equal(paths(`[[],{"a":[]},"[,{",${big}]`), ["/3"]);
  assert.is(paths(`{"a":[${Array(200).fill(big)}]}`).length, 100, "of a body");
  assert.is(paths(`[${Array(200).fill(big)}]`).length, 200, "of each element");
  assert.is(paths(`[[${Array(200).fill(big)}],${big}]`).length, 11, "those of one leave room for others");
});
test("numbers that JavaScript writes itself are exact, and texts are not numbers", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => assert.equal(paths(JSON.stringify(value, null, 1)), [])),
    { seed: SEED }
  );
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (value) => assert.not(isRefused(String(value)))
    ),
    { seed: SEED }
  );
});
test("of whole numbers exactly those are refused that come back as others", () => {
  const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  fc.assert(
    fc.property(digits, (value) => {
      assert.is(isRefused(String(value)), wholeText(String(Number(value))) !== String(value));
    }),
    { seed: SEED }
  );
});
function wholeText(written) {
  const [mantissa = "", power = "0"] = written.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return whole + fraction + "0".repeat(Number(power) - fraction.length);
}
test.run();
//# sourceMappingURL=jsonScan.test.js.map
