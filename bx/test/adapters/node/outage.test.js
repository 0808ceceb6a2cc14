// test/adapters/node/outage.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { outage } from "../../../src/adapters/node/outage.js";
import { quietLog } from "../../support/quietLog.js";
var test = suite("outages in the log");
function watched(settledMs) {
  const logged = [];
  let nowMs = 0;
  const record = (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log = { ...quietLog, error: record, warn: record };
  return {
    ...outage(log, { begins: "away", ends: "back" }, settledMs, () => nowMs),
    logged,
    pass: (ms) => {
      nowMs += ms;
    }
  };
}
test("its start, every 30 s while it lasts, and its end with its length", () => {
  const { failed, succeeded, reason, logged, pass } = watched(0);
  for (let second = 0; second < 75; second++) {
    failed({ message: "refused" });
    pass(1e3);
  }
  assert.is(reason(), "refused");
  succeeded();
  succeeded();
  assert.is(reason(), null);
  assert.equal(logged, [
    'away {"reason":"refused","failures":1,"lastedMs":0}',
    'away {"reason":"refused","failures":31,"lastedMs":30000}',
    'away {"reason":"refused","failures":61,"lastedMs":60000}',
    'back {"failures":75,"lastedMs":75000}'
  ]);
});
test("three reasons at most are logged as they come", () => {
  const { failed, logged } = watched(0);
  for (let n = 0; n < 10; n++) failed({ message: `reason ${n}` });
  assert.is(logged.length, 3);
});
test("what a repetition mends is no outage", () => {
  const { failed, succeeded, logged, pass } = watched(1e3);
  for (let n = 0; n < 5; n++) {
    failed({ message: "reset" });
    pass(900);
    succeeded();
  }
  assert.equal(logged, []);
  failed({ message: "reset" });
  pass(1e3);
  failed({ message: "reset" });
  assert.is(logged.length, 1);
});
test.run();
//# sourceMappingURL=outage.test.js.map
