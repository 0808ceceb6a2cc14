// test/adapters/redis/sentinels.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sentinelsOf } from "../../../src/adapters/redis/sentinels.js";
var test = suite("Redis by its Sentinels");
test("an address names the Sentinels, their primary and its password", () => {
  assert.equal(sentinelsOf("redis+sentinel://:s%3Acret@one,two:26380/mymaster/2"), {
    password: "s:cret",
    sentinels: [
      { host: "one", port: 26379 },
      { host: "two", port: 26380 }
    ],
    name: "mymaster",
    db: 2
  });
  assert.is(sentinelsOf("redis://one:6379"), null);
});
test("one without a primary is refused, and its password not repeated", () => {
  assert.throws(
    () => sentinelsOf("redis+sentinel://:hunter2@one"),
    (error) => /HOST\/PRIMARY/.test(error.message) && !error.message.includes("hunter2")
  );
});
test.run();
//# sourceMappingURL=sentinels.test.js.map
