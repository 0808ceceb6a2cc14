// test/adapters/eventstoredb/leaderWatch.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { leaderWatch } from "../../../src/adapters/eventstoredb/leaderWatch.js";
import { manualClock } from "../../support/manualClock.js";
var test = suite("EventStoreDB adapter: whether a node leads");
var notReady = new Error("Server Is Not Ready");
var notDiscovered = new Error("Failed to discover after 10 attempts.");
function watching() {
  const clock = manualClock();
  const renewals = [];
  let leader = null;
  let asked = 0;
  const session = { generation: 0 };
  const connection = {
    current: () => session,
    renew: (_, reason) => void renewals.push(reason)
  };
  const watch = leaderWatch(connection, clock, async () => {
    asked += 1;
    return { leader };
  });
  return {
    ...{ clock, renewals, watch },
    asked: () => asked,
    /** Appends that fail so, for that long. */
    failing(error, ms) {
      for (let atMs = 0; atMs <= ms; atMs += 100) {
        watch.failed("append", error, session);
        clock.pass(100);
      }
    },
    async refusedAppend() {
      const refusal = watch.refusal("append");
      for (let n = 0; n < 5; n++) await Promise.resolve();
      return refusal;
    },
    elect(name) {
      leader = name;
    }
  };
}
test("a node that is not ready is left once, however long it lasts, and appends are refused after five seconds", async () => {
  const { failing, renewals, refusedAppend, watch } = watching();
  failing(notReady, 900);
  assert.is(renewals.length, 0);
  failing(notReady, 3500);
  assert.is(renewals.length, 1);
  assert.is(await refusedAppend(), null);
  failing(notReady, 3e3);
  assert.is(renewals.length, 1);
  assert.is(await refusedAppend(), "no node leads");
  assert.is(watch.refusal("readStream"), null, "reads may be answered all the same");
});
test("two failed discoveries refuse every call, and many calls that fail by one count as one", async () => {
  const { failing, renewals, clock, watch } = watching();
  for (let n = 0; n < 20; n++) watch.failed("head", notDiscovered, { generation: 0 });
  assert.is(watch.refusal("head"), null);
  clock.pass(1100);
  failing(notDiscovered, 0);
  assert.is(watch.refusal("head"), "no node leads");
  assert.equal(renewals, []);
});
test("the nodes are asked once a second; the leader they name is turned to once, and calls are tried again", async () => {
  const { failing, renewals, refusedAppend, clock, asked, elect, watch } = watching();
  failing(notReady, 6e3);
  for (let n = 0; n < 30; n++) {
    assert.is(await refusedAppend(), "no node leads");
    clock.pass(100);
  }
  assert.is(asked(), 3);
  elect("two:2113");
  await refusedAppend();
  assert.is(await refusedAppend(), null);
  assert.is(renewals.at(-1), "two:2113 leads");
  failing(notReady, 6e3);
  await refusedAppend();
  assert.is(renewals.length, 2, "it still leads");
  watch.answered("append");
  assert.is(await refusedAppend(), null);
});
test("what no call has met for a while does not refuse the next one", async () => {
  const { failing, refusedAppend, clock } = watching();
  failing(notReady, 6e3);
  assert.is(await refusedAppend(), "no node leads");
  clock.pass(5e3);
  assert.is(await refusedAppend(), null);
});
test.run();
//# sourceMappingURL=leaderWatch.test.js.map
