// test/runtime/follow/partitionChanges.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { holdPartitions } from "../../../src/runtime/follow/partitions.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
import { consumerFixture, recorder } from "./runningConsumer.js";
var test = suite("waiting for a change of partitions");
var HOUR_MS = 36e5;
test("a wait for other partitions ends when one is taken or lost, and leaves nothing with its signal", async () => {
  const clock = manualClock();
  const lost = new AbortController();
  const leases = {
    acquire: async (name) => ({ name, lost: lost.signal, release: async () => {
    } }),
    isHeld: async () => false,
    close: async () => {
    }
  };
  const hints = { publish() {
  }, subscribe: () => () => {
  }, close: async () => {
  } };
  const stop = new AbortController();
  const options = { role: "sender", partitions: 1, member: "m" };
  const held = holdPartitions(options, { leases, hints, clock, log: quietLog }, stop.signal);
  const none = held.current();
  await held.changed(none, stop.signal);
  const one = held.current();
  assert.equal([...one], [0]);
  let ended = 0;
  const count = () => void ended++;
  const turn = new AbortController();
  void held.changed(one, turn.signal).then(count);
  void held.changed(one, stop.signal).then(count);
  await clock.advance(1e3);
  assert.is(ended, 0);
  turn.abort();
  await clock.advance(0);
  assert.is(ended, 1);
  lost.abort();
  await clock.advance(0);
  assert.is(ended, 2);
  stop.abort();
  await clock.advance(1e4);
});
test("an idle consumer sets no timer; when others append, its checkpoint follows within a second", async () => {
  const { clock, add, run } = consumerFixture();
  const { seen, consumer } = recorder();
  const { checkpoints, stop } = await run(
    consumer,
    () => /* @__PURE__ */ new Set([0]),
    1,
    () => new Promise(() => {
    })
  );
  await add(1);
  await clock.advance(1e4);
  assert.is(seen.length, 1);
  const before = await checkpoints.lowest("recorder");
  const idle = clock.sleepers;
  await clock.advance(HOUR_MS);
  assert.is(clock.sleepers, idle);
  await add(3, "Other");
  await clock.advance(12e3);
  assert.ok(
    await checkpoints.lowest("recorder") > before,
    "the checkpoint stays at the last event of its own"
  );
  assert.is(seen.length, 1);
  await stop();
});
test.run();
//# sourceMappingURL=partitionChanges.test.js.map
