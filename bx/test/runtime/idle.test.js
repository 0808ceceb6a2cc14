// test/runtime/idle.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { inProcessHints } from "../../src/adapters/embedded/coordination/hints.js";
import { backgroundThrottle } from "../../src/runtime/follow/backgroundThrottle.js";
import { startCheckpointSaver } from "../../src/runtime/follow/checkpointSaver.js";
import { openCheckpoints } from "../../src/runtime/follow/checkpoints.js";
import { runConsumer } from "../../src/runtime/follow/consumer.js";
import { followTail } from "../../src/runtime/follow/tail.js";
import { linkedSignal } from "../../src/runtime/linkedSignal.js";
import { runWorkerLoop } from "../../src/runtime/workerLoop.js";
import { workHints } from "../../src/runtime/workHints.js";
import { runSmsIntake } from "../../src/sender/sms/smsIntake.js";
import { countedSignal } from "../support/countedSignal.js";
import { manualClock } from "../support/manualClock.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
var test = suite("an idle hour");
var HOUR_MS = 36e5;
var WARM_UP_MS = 1e4;
test("leaves no waiter, no sleep and no listener", async () => {
  const clock = manualClock();
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const { controller, listeners } = countedSignal();
  const { signal } = controller;
  const any = AbortSignal.any;
  let combined = 0;
  AbortSignal.any = (signals) => {
    combined++;
    return any(signals);
  };
  const tail = await followTail(store, ["Thing"], signal, () => {
  }, clock);
  const own = {
    ...{ clock, log: quietLog, metrics: noMetrics, signal },
    throttle: backgroundThrottle(clock, () => 0),
    partitions: () => /* @__PURE__ */ new Set([0]),
    partitionsChanged: (_, until) => clock.sleep(500, until)
  };
  const consumer = { name: "idle", types: ["Thing"], partition: () => 0, handle: async () => {
  } };
  const collection = await documents.collection({
    name: "idle",
    indexes: { due: ["partition", "lane", "dueAtMs"] }
  });
  const worker = {
    ...{ name: "idle", collection, maxInFlight: 4, maxInFlightPerLane: 4 },
    run: async () => ({ retryAfterMs: 1 })
  };
  const carrier = {
    receivesEverywhere: false,
    closedForMs: () => 0,
    submit: async () => ({ outcome: "sent", carrierId: null }),
    receive: (_, until) => clock.sleep(2e3, until),
    close: async () => {
    }
  };
  const ledger = { store, clock, ids: seededIds() };
  const numbers = await documents.collection({ name: "numbers", indexes: {} });
  const checkpoints = await openCheckpoints(documents, 1);
  const hints = inProcessHints(quietLog);
  const saver = startCheckpointSaver(checkpoints, { clock, log: quietLog, hints }, signal);
  const running = [
    runConsumer(consumer, { ...own, tail, checkpoints, saver }),
    runWorkerLoop(worker, {
      ...own,
      held: own.partitions,
      hints: workHints(clock.sleep),
      indexPosition: () => checkpoints.lowest("idle"),
      head: store.head
    }),
    runSmsIntake(
      {
        ...own,
        ledger,
        carrier,
        hints,
        numbers,
        carrierIds: numbers,
        carrierIdsPosition: store.head,
        numbersPosition: store.head
      },
      signal
    )
  ];
  const counts = () => ({ waiting: tail.waiting(), sleepers: clock.sleepers, listeners: listeners() });
  await clock.advance(WARM_UP_MS);
  const before = counts();
  await clock.advance(HOUR_MS);
  const after = counts();
  AbortSignal.any = any;
  for (const [name, count] of Object.entries(after))
    assert.ok(count <= before[name] + 2, `${name}: ${count} after an hour`);
  assert.is(combined, 0, "a combined signal stays with the longest of its sources");
  controller.abort();
  await Promise.all(running);
  assert.is(clock.sleepers, 0);
});
test("a turn ends by itself or with the longer signal, and leaves that as it was", () => {
  const { controller, listeners } = countedSignal();
  const turns = Array.from({ length: 100 }, () => linkedSignal(controller.signal));
  assert.is(listeners(), 100);
  for (const { end } of turns.slice(1)) end();
  assert.is(listeners(), 1);
  assert.equal(turns.map(({ signal }) => signal.aborted).indexOf(false), 0);
  controller.abort();
  assert.ok(turns[0]?.signal.aborted);
  assert.ok(linkedSignal(controller.signal).signal.aborted);
});
test.run();
//# sourceMappingURL=idle.test.js.map
