// test/runtime/follow/consumer.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { partitionOf } from "../../../src/events/partitionOf.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { policyConsumer } from "../../../src/runtime/follow/policyConsumer.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { consumerFixture, recorder } from "./runningConsumer.js";
var test = suite("consumers of the tail");
var numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
test("reads what was there, then what comes, each event once and in order", async () => {
  const { add, run, clock } = consumerFixture();
  await add(2500);
  const { seen, consumer } = recorder();
  const running = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(50);
  await add(300);
  await add(5, "Other");
  await add(300);
  await clock.advance(500);
  assert.equal(seen, [...numbers(1, 2800), ...numbers(2806, 3105)]);
  await running.stop();
});
test("goes on after its checkpoint when it starts again", async () => {
  const { add, run, clock } = consumerFixture();
  const { seen, consumer } = recorder();
  const first = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  await add(10);
  await clock.advance(500);
  await first.stop();
  await add(10);
  const second = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(500);
  assert.equal(seen, numbers(1, 20));
  await second.stop();
});
test("a consumer that gathers takes at the next tick all that has come, and a backlog without a pause", async () => {
  const { add, run, clock } = consumerFixture();
  const batches = [];
  const consumer = {
    ...recorder().consumer,
    gatherMs: 250,
    handle: async ({ length }) => void batches.push(length)
  };
  const running = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(1010);
  for (let n = 0; n < 10; n++) {
    await add(1);
    await clock.advance(20);
  }
  assert.equal(batches, [], "they gather");
  await clock.advance(50);
  assert.equal(batches, [10]);
  await add(1, "Other");
  await clock.advance(700);
  await add(1);
  await clock.advance(50);
  assert.equal(batches, [10, 1], "the ticks are those of the clock");
  await add(4500);
  await clock.advance(250);
  assert.equal(batches.slice(2), [1e3, 1e3, 1e3, 1e3], "it lags: nothing gathers");
  await clock.advance(250);
  assert.equal(batches.slice(6), [500], "it has come to the end");
  await running.stop();
});
test("what a consumer has gathered is handled when it is stopped", async () => {
  const { add, run, clock } = consumerFixture();
  const { seen, consumer } = recorder();
  const running = await run({ ...consumer, gatherMs: 250 }, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(10);
  await add(1);
  await clock.advance(10);
  await running.stop();
  assert.equal(seen, ["1"]);
});
test("is saved as soon as it has come to the head for the first time", async () => {
  const { store, add, run, clock } = consumerFixture();
  await add(2500);
  const running = await run(recorder().consumer, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(200);
  assert.is(await running.checkpoints.lowest("recorder"), await store.head());
  await running.stop();
});
test("a fault repeats the stretch, and moves no checkpoint", async () => {
  const { add, run, clock } = consumerFixture();
  await add(3);
  const { seen, consumer } = recorder();
  let faults = 2;
  const failing = {
    ...consumer,
    handle: async (events) => {
      if (faults-- > 0) throw new EventStoreUnavailable("test");
      await consumer.handle(events);
    }
  };
  const running = await run(failing, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(50);
  assert.equal(seen, []);
  assert.is(await running.checkpoints.lowest("recorder"), "0".repeat(20));
  await clock.advance(1e3);
  assert.equal(seen, numbers(1, 3));
  await running.stop();
});
test("the lag is the age of what is not yet handled, and nothing once the end is reached", async () => {
  const { add, run, clock } = consumerFixture();
  await add(3);
  await clock.advance(6e4);
  const { consumer } = recorder();
  let broken = true;
  const failing = {
    ...consumer,
    handle: async (events) => {
      if (broken) throw new EventStoreUnavailable("test");
      await consumer.handle(events);
    }
  };
  const running = await run(failing, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(1e4);
  assert.ok((running.lags.at(-1) ?? 0) >= 6e4, `${running.lags.at(-1)} ms`);
  broken = false;
  await clock.advance(1e4);
  assert.is(running.lags.at(-1), 0);
  await running.stop();
});
test("a subscription that failed is taken up where it broke off", async () => {
  const { store, add, run, clock } = consumerFixture();
  const { seen, consumer } = recorder();
  const subscribe = store.subscribe;
  let breaks = 2;
  store.subscribe = async function* (options) {
    for await (const batch of subscribe(options)) {
      yield batch;
      if (breaks-- > 0) throw new EventStoreUnavailable("test");
    }
  };
  const running = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  for (let round = 0; round < 5; round++) {
    await add(3);
    await clock.advance(1500);
  }
  assert.is(running.faults.length, 2);
  assert.equal(seen, numbers(1, 15));
  await running.stop();
});
test("a partition that comes late is caught up, and what others have passed is not repeated", async () => {
  const { add, run, clock } = consumerFixture();
  const partition = (event) => partitionOf(event.id, 2);
  const { seen, consumer } = recorder("divided", partition);
  const held = /* @__PURE__ */ new Set([0]);
  const running = await run(consumer, () => held, 2);
  await add(100);
  await clock.advance(500);
  const zero = numbers(1, 100).filter((id) => partitionOf(id, 2) === 0);
  assert.equal(seen, zero);
  held.add(1);
  await clock.advance(1500);
  assert.equal([...seen].sort(byNumber), numbers(1, 100), "without any new event");
  await running.stop();
});
function byNumber(a, b) {
  return Number(a) - Number(b);
}
test("no checkpoint passes what a consumer that reads ahead has not brought to its end", async () => {
  const { add, run, clock, store } = consumerFixture();
  await add(3);
  const [first, second] = store.log;
  let isDone = false;
  const consumer = {
    ...{ name: "ahead", types: ["Thing"], partition: () => 0, handle: async () => {
    } },
    unsafe: () => isDone || first === void 0 || second === void 0 ? null : { oldest: second, safe: first.position }
  };
  const { checkpoints, stop } = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  await clock.advance(5e3);
  assert.is(await checkpoints.load("ahead", 0), first?.position);
  isDone = true;
  await clock.advance(5e3);
  assert.is(await checkpoints.load("ahead", 0), store.log.at(-1)?.position);
  await stop();
});
function fanningOut() {
  const state = { away: (_) => false };
  const done = /* @__PURE__ */ new Set();
  const stop = new AbortController();
  const policy = {
    ...{ name: "turns", types: ["Thing"], partitionKey: ({ id }) => id, turnOf: ({ id }) => id },
    async react(event) {
      if (state.away(event)) throw new EventStoreUnavailable("test");
      done.add(event.id);
    }
  };
  const consumer = (clock, store) => policyConsumer(policy, 2, {
    ...{ store, clock, log: quietLog, metrics: noMetrics, signal: stop.signal }
  });
  return { state, done, consumer, stop };
}
test("at no moment has a checkpoint passed an event whose reaction is not done, the last save included", async () => {
  const { add, run, clock, store } = consumerFixture();
  const { state, done, consumer, stop } = fanningOut();
  const held = /* @__PURE__ */ new Set([0, 1]);
  const running = await run(consumer(clock, store), () => held, 2);
  const passes = async () => {
    for (const partition of [0, 1]) {
      const saved = await running.checkpoints.load("policy:turns", partition);
      const isLost = ({ id, position }) => partitionOf(id, 2) === partition && position <= saved && !done.has(id);
      assert.equal(store.log.filter(isLost), [], `partition ${partition} at ${saved}`);
    }
  };
  let fails = 0;
  state.away = () => ++fails % 3 === 0;
  for (let round = 0; round < 20; round++) {
    await add(25);
    await clock.advance(round % 4 === 0 ? 1500 : 40);
    await passes();
    if (round % 5 === 2) held.delete(1);
    if (round % 5 === 4) held.add(1);
  }
  state.away = ({ id }) => Number(id) >= 480;
  await add(25);
  await clock.advance(1500);
  stop.abort();
  await running.stop();
  await passes();
  assert.ok(await running.checkpoints.lowest("policy:turns") > "0".repeat(20), "something was saved");
});
test("what every partition sees is reacted to once, in its order, and passed by no partition before", async () => {
  const { add, run, clock, store } = consumerFixture();
  const stop = new AbortController();
  const seen = [];
  const gates = [];
  const consumer = policyConsumer(
    {
      ...{ name: "all", types: ["Thing"], partitionKey: () => null, turnOf: () => "one" },
      react: ({ id }) => {
        seen.push(id);
        return new Promise((resolve) => gates.push(resolve));
      }
    },
    2,
    { store, clock, log: quietLog, metrics: noMetrics, signal: stop.signal }
  );
  const running = await run(consumer, () => /* @__PURE__ */ new Set([0, 1]), 2);
  await add(20);
  await clock.advance(1500);
  assert.equal(seen, numbers(1, 20));
  assert.is(await running.checkpoints.lowest("policy:all"), "0".repeat(20));
  for (const open of gates) open();
  await clock.advance(1500);
  assert.is(await running.checkpoints.lowest("policy:all"), store.log.at(-1)?.position);
  stop.abort();
  await running.stop();
});
test("the last save holds what was under way when the stop came", async () => {
  const { add, run, clock, store } = consumerFixture();
  const gates = [];
  const stop = new AbortController();
  const consumer = policyConsumer(
    {
      ...{ name: "slow", types: ["Thing"], partitionKey: ({ id }) => id, turnOf: ({ id }) => id },
      react: () => new Promise((resolve) => gates.push(resolve))
    },
    1,
    { store, clock, log: quietLog, metrics: noMetrics, signal: stop.signal }
  );
  const running = await run(consumer, () => /* @__PURE__ */ new Set([0]));
  await add(3);
  await clock.advance(1500);
  assert.is(await running.checkpoints.lowest("policy:slow"), "0".repeat(20));
  stop.abort();
  const stopped = running.stop();
  await clock.advance(10);
  for (const open of gates) open();
  await stopped;
  assert.is(await running.checkpoints.lowest("policy:slow"), store.log.at(-1)?.position);
});
test("the lag of a reader ahead grows while its oldest reaction fails, though nothing else happens", async () => {
  const { add, run, clock, store } = consumerFixture();
  const { state, consumer, stop } = fanningOut();
  state.away = () => true;
  const running = await run(consumer(clock, store), () => /* @__PURE__ */ new Set([0, 1]), 2);
  await add(1);
  await clock.advance(3e4);
  assert.ok((running.lags.at(-1) ?? 0) >= 29e3, `${running.lags.at(-1)} ms`);
  state.away = () => false;
  await clock.advance(1e4);
  assert.is(running.lags.at(-1), 0);
  stop.abort();
  await running.stop();
});
test.run();
//# sourceMappingURL=consumer.test.js.map
