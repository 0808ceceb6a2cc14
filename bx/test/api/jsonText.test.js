// test/api/jsonText.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { jsonText, rawJson } from "../../src/api/jsonText.js";
var test = suite("JSON of answers");
test("stored JSON is written as it is, at any place", () => {
  const value = {
    a: rawJson('{"n":1e3,"$&":"$1"}'),
    list: [rawJson("{}"), { x: rawJson('{"y":[]}') }],
    plain: '"\\u00000\\u0000"'
  };
  assert.is(
    jsonText(value),
    '{"a":{"n":1e3,"$&":"$1"},"list":[{},{"x":{"y":[]}}],"plain":"\\"\\\\u00000\\\\u0000\\""}'
  );
  assert.is(
    jsonText({ a: "\x000\0" }),
    '{"a":"\\u00000\\u0000"}',
    "nothing is left of the call before"
  );
});
test.run();
//# sourceMappingURL=jsonText.test.js.map
