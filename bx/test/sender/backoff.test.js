// test/sender/backoff.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { unansweredDelayMs } from "../../src/sender/backoff.js";
var test = suite("waits of a mail that ends its sender");
test("within ten minutes it goes three times at most, also by the shortest waits", () => {
  for (const byte of [0, 255]) {
    const ids = { randomBytes: (size) => Buffer.alloc(size, byte) };
    const waits = [0, 1, 2].map((unanswered) => unansweredDelayMs({ unanswered, waitedMs: 0 }, ids) ?? 0);
    assert.is(waits[0], 0, "at once: it may not have gone");
    assert.ok(waits.reduce((sum, ms) => sum + ms) > 6e5, String(waits));
  }
});
test.run();
//# sourceMappingURL=backoff.test.js.map
