// test/runtime/follow/consumerFaults.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { consumerFixture, recorder } from "./runningConsumer.js";
var test = suite("faults and the lag of a consumer");
test("the lag is reported after each fault, with what the failed attempt took", async () => {
  const { add, run, clock } = consumerFixture();
  await add(1);
  await clock.advance(6e4);
  const slow = {
    ...recorder().consumer,
    handle: async () => {
      await clock.sleep(7e3);
      throw new EventStoreUnavailable("test");
    }
  };
  const running = await run(slow, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(6999);
  assert.equal(running.lags, [6e4], "the first attempt is under way");
  await clock.advance(1);
  assert.equal(running.lags, [6e4, 67e3], "it has failed");
  const stopped = running.stop();
  await clock.advance(7e3);
  await stopped;
});
test("the pauses after faults grow up to five seconds, and are short again after a success", async () => {
  const { add, run, clock } = consumerFixture();
  const triedAtMs = [];
  let isBroken = true;
  const failing = {
    ...recorder().consumer,
    handle: async () => {
      triedAtMs.push(clock.monotonicMs());
      if (isBroken) throw new EventStoreUnavailable("test");
    }
  };
  const pauses = () => triedAtMs.slice(1).map((atMs, at) => atMs - (triedAtMs[at] ?? 0));
  const running = await run(failing, () => /* @__PURE__ */ new Set([0]));
  await add(1);
  await clock.advance(3e4);
  assert.equal(pauses(), [100, 200, 400, 800, 1600, 3200, 5e3, 5e3, 5e3, 5e3]);
  isBroken = false;
  await clock.advance(5e3);
  isBroken = true;
  triedAtMs.length = 0;
  await add(1);
  await clock.advance(750);
  assert.equal(pauses(), [100, 200, 400]);
  await running.stop();
  assert.is(clock.sleepers, 0);
});
async function handledButUnsafe() {
  const { add, run, clock, store } = consumerFixture();
  await add(2);
  await clock.advance(6e4);
  const [first, second] = store.log;
  if (first === void 0 || second === void 0) throw new Error("two events were added");
  const state = { isHandled: false, isSafe: false };
  const consumer = {
    ...recorder().consumer,
    handle: async () => {
      state.isHandled = true;
    },
    unsafe: () => state.isHandled && !state.isSafe ? { oldest: second, safe: first.position } : null
  };
  const running = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(2e4);
  assert.ok(state.isHandled);
  return { add, clock, state, running };
}
test("at the end of the log the lag is not 0 while something that was handled is unsafe", async () => {
  const { clock, state, running } = await handledButUnsafe();
  assert.ok(Math.min(...running.lags) >= 6e4, `a lag of ${Math.min(...running.lags)} ms was reported`);
  assert.is(running.lags.at(-1), 8e4);
  state.isSafe = true;
  await clock.advance(1e3);
  assert.is(running.lags.at(-1), 0);
  await running.stop();
});
for (const [what, type] of [
  ["its own", "Thing"],
  ["another", "Other"]
])
  test(`an event of ${what} type that comes later does not lower the lag of what is unsafe`, async () => {
    const { add, clock, running } = await handledButUnsafe();
    running.lags.length = 0;
    await add(1, type);
    await clock.advance(1e3);
    assert.ok(Math.min(...running.lags) >= 8e4, `a lag of ${Math.min(...running.lags)} ms was reported`);
    assert.is(running.lags.at(-1), 81e3);
    await running.stop();
  });
test.run();
//# sourceMappingURL=consumerFaults.test.js.map
