// test/runtime/follow/runningConsumer.ts
import { inProcessHints } from "../../../src/adapters/embedded/coordination/hints.js";
import { instant } from "../../../src/ports/clock.js";
import { backgroundThrottle } from "../../../src/runtime/follow/backgroundThrottle.js";
import { startCheckpointSaver } from "../../../src/runtime/follow/checkpointSaver.js";
import { openCheckpoints } from "../../../src/runtime/follow/checkpoints.js";
import {
  runConsumer
} from "../../../src/runtime/follow/consumer.js";
import { followTail } from "../../../src/runtime/follow/tail.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryDocuments } from "../../support/memoryDocuments.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
function consumerFixture() {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const clock = manualClock();
  let made = 0;
  const add = async (count, type = "Thing") => {
    for (let n = 0; n < count; n++) {
      const id = String(++made);
      const metadata = {
        v: 1,
        workspace: "w",
        actor: "a",
        correlation: "c",
        causation: null,
        at: instant(clock.nowMs())
      };
      await store.append(`thing-${id}`, "no-stream", [{ id, type, data: { made }, metadata }]);
    }
  };
  const run = async (consumer, held, partitions = 1, partitionsChanged = (_, signal) => clock.sleep(100, signal)) => {
    const stop = new AbortController();
    const checkpoints = await openCheckpoints(documents, partitions);
    const hints = inProcessHints(quietLog);
    const saver = startCheckpointSaver(checkpoints, { clock, log: quietLog, hints }, stop.signal);
    const faults = [];
    const lags = [];
    const tail = await followTail(
      store,
      ["Thing", "Other"],
      stop.signal,
      (fault) => faults.push(fault),
      clock
    );
    const done = runConsumer(consumer, {
      tail,
      checkpoints,
      saver,
      partitions: held,
      partitionsChanged,
      clock,
      log: quietLog,
      metrics: { ...noMetrics, gauge: (_, lagSeconds) => lags.push(lagSeconds * 1e3) },
      throttle: backgroundThrottle(clock, () => 0),
      signal: stop.signal
    });
    return {
      checkpoints,
      faults,
      lags,
      async stop() {
        stop.abort();
        await done;
        await saver.flush();
      }
    };
  };
  return { store, clock, add, run };
}
function recorder(name = "recorder", partition = () => 0) {
  const seen = [];
  const consumer = {
    name,
    types: ["Thing"],
    partition,
    handle: async (events) => {
      for (const { id } of events) seen.push(id);
    }
  };
  return { seen, consumer };
}
export {
  consumerFixture,
  recorder
};
//# sourceMappingURL=runningConsumer.js.map
