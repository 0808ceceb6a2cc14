// test/main/unstartedBackground.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { startBackground } from "../../src/main/background/background.js";
import { manualClock } from "../support/manualClock.js";
import { noMoreProcesses } from "../support/noMoreProcesses.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
var test = suite("a background that the system does not let start");
test("is tried again after growing pauses, and stops when it is asked to", async () => {
  const clock = manualClock();
  const logged = [];
  const record = (_, message) => void logged.push(message);
  const log = { ...quietLog, error: record, warn: record };
  const undo = noMoreProcesses();
  try {
    const background = startBackground({ env: {}, onHint: () => {
    }, clock, log, metrics: noMetrics });
    await clock.advance(3500);
    const once = ["the background process could not be started", "the background process is started again"];
    assert.equal(logged, [...once, ...once, ...once]);
    assert.not.ok(background.isRunning());
    await background.stop();
  } finally {
    undo();
  }
});
test.run();
//# sourceMappingURL=unstartedBackground.test.js.map
