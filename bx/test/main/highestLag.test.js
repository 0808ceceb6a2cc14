// test/main/highestLag.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { highestLag } from "../../src/main/background/highestLag.js";
import { CONSUMER_LAG } from "../../src/runtime/follow/consumer.js";
import { manualClock } from "../support/manualClock.js";
import { noMetrics } from "../support/quietLog.js";
var test = suite("the lag of the background");
test("is the highest that a consumer reported since the last call", async () => {
  const clock = manualClock();
  const { metrics, lagMs } = highestLag(noMetrics, clock);
  await clock.advance(6e4);
  metrics.gauge(CONSUMER_LAG, 3, { consumer: "a" });
  metrics.gauge(CONSUMER_LAG, 1, { consumer: "b" });
  metrics.gauge("postledger_http_body_bytes", 9);
  assert.is(lagMs(), 3e3);
  assert.is(lagMs(), 0);
});
test("does not count what waited while the process was down", async () => {
  const clock = manualClock();
  const { metrics, lagMs } = highestLag(noMetrics, clock);
  await clock.advance(2e3);
  metrics.gauge(CONSUMER_LAG, 3600, { consumer: "a" });
  assert.is(lagMs(), 2e3);
});
test.run();
//# sourceMappingURL=highestLag.test.js.map
