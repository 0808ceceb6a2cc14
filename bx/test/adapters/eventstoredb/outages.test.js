// test/adapters/eventstoredb/outages.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { appendLine } from "../../../src/adapters/eventstoredb/appendLine.js";
import { untilAnswered } from "../../../src/adapters/eventstoredb/attempts.js";
import { NoAnswer } from "../../../src/adapters/eventstoredb/fault.js";
import { outagesOf } from "../../../src/adapters/eventstoredb/open.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { rejection } from "../../contract/eventStore/events.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
var test = suite("EventStoreDB adapter: an outage does not feed itself");
async function unanswered(silentMs, callMs) {
  const clock = manualClock();
  const timeoutsMs = [];
  let renewals = 0;
  const dependencies = {
    connection: { current: () => ({ generation: 0 }), closed: false, renew: () => renewals++ },
    leader: { refusal: () => null, answered: () => {
    }, failed: () => {
    } },
    outages: outagesOf(quietLog, clock),
    clock: { ...clock, sleep: async (ms) => clock.pass(ms) },
    deadlines: { callMs, attemptMs: 3500 }
  };
  const call = untilAnswered(dependencies, "append", async (_, timeoutMs) => {
    timeoutsMs.push(timeoutMs);
    clock.pass(timeoutMs);
    throw new NoAnswer(timeoutMs, performance.now() - silentMs);
  });
  assert.instance(await rejection(call), EventStoreUnavailable);
  return { timeoutsMs, renewals: () => renewals };
}
test("a connection counts as silent after a whole attempt without anything, not after what was left of a call", async () => {
  assert.is((await unanswered(6e4, 9e3)).renewals(), 2);
  assert.is((await unanswered(3e3, 9e3)).renewals(), 0);
  assert.is((await unanswered(6e4, 6e3)).renewals(), 1);
});
test("no attempt is made with less than a second left", async () => {
  for (const callMs of [4e3, 4400, 6e3, 9e3]) {
    const { timeoutsMs } = await unanswered(0, callMs);
    assert.ok(
      timeoutsMs.every((ms) => ms >= 1e3),
      String(timeoutsMs)
    );
  }
});
test("the line holds what the last seconds would serve, and any number before that is known", async () => {
  const clock = manualClock();
  const line = appendLine(clock, 1, 1e3);
  const refused = [];
  const enter = (n) => line.enter(1, 8e3).then((admitted) => admitted || refused.push(n));
  for (let n = 0; n < 100; n++) void enter(n);
  for (let served = 0; served < 10; served++) {
    clock.pass(100);
    line.leave(1, true);
  }
  for (let n = 100; n < 110; n++) await enter(n);
  assert.equal(refused.length, 10);
  for (let served = 0; served < 20; served++) {
    clock.pass(100);
    line.leave(1, true);
  }
  void enter(110);
  await Promise.resolve();
  assert.equal(refused.length, 10, "there is room again");
  clock.pass(6e4);
  await enter(111);
  assert.equal(refused.length, 11);
  for (let n = 0; n < 200; n++) line.leave(1, false);
});
test.run();
//# sourceMappingURL=outages.test.js.map
