// test/support/skipped.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { fileSkipped } from "./skipped.js";
var test = suite("skipping a whole file");
test("is refused once a suite is registered, where it would end the process in the middle", () => {
  assert.throws(() => fileSkipped("no server"), /top of the test file \(no server\)/);
});
test.run();
//# sourceMappingURL=skipped.test.js.map
