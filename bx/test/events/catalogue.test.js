// test/events/catalogue.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { catalogue, upcast } from "../../src/events/catalogue.js";
var test = suite("catalogue");
test("every version of an event before its current one has an upcaster", () => {
  const lacking = [...catalogue.values()].filter(({ v, upcasters = [] }) => upcasters.length !== v - 1);
  assert.equal(
    lacking.map(({ type, v }) => `${type}, version ${v}`),
    []
  );
});
test("a payload of the current version is given back as it is", () => {
  const data = { attempt: 1 };
  assert.is(upcast("SmsSubmissionAttempted", 1, data), data);
});
test("what no release has written is refused, never guessed", () => {
  assert.throws(() => upcast("SmsExploded", 1, {}), /event SmsExploded, which this release does not know/);
  for (const v of [0, -1, 0.5, 1e3])
    assert.throws(
      () => upcast("SmsSent", v, {}),
      `an event SmsSent of version ${v}, which this release does not know`
    );
});
test.run();
//# sourceMappingURL=catalogue.test.js.map
