// test/api/cursor.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { decodeCursor, encodeCursor } from "../../src/api/cursor.js";
import { Refusal } from "../../src/commands/kernel/refusal.js";
var test = suite("cursors");
var PATTERNS = [/^\d+$/, /^[a-z?>~]+$/];
var decode = (cursor) => decodeCursor(cursor, PATTERNS);
var encoded = (json) => Buffer.from(json).toString("base64url");
test("what was handed out comes back", () => {
  for (const parts of [
    ["0", "a"],
    ["17", "ab?>~"]
  ])
    assert.equal(decode(encodeCursor(parts)), parts);
  assert.is(decodeCursor(void 0, PATTERNS), null);
});
test("one place has one cursor: other spellings of it are refused", () => {
  const own = encodeCursor(["17", "ab?>~"]);
  assert.match(own, /[-_]/);
  for (const other of [
    `${own}=`,
    `${own}!`,
    ` ${own}`,
    own.replaceAll("-", "+").replaceAll("_", "/"),
    encoded('[ "17","ab?>~"]'),
    encoded('["17","\\u0061b?>~"]')
  ]) {
    assert.equal(JSON.parse(Buffer.from(other, "base64url").toString()), ["17", "ab?>~"], other);
    assert.throws(
      () => decode(other),
      (error) => error instanceof Refusal,
      other
    );
  }
});
test("parts that no page ends with are refused", () => {
  for (const json of ['["x","a"]', '["1","A"]', '["1"]', '["1","a","b"]', '[1,"a"]', "{}", "null", "["])
    assert.throws(
      () => decode(encoded(json)),
      (error) => error instanceof Refusal,
      json
    );
});
test.run();
//# sourceMappingURL=cursor.test.js.map
