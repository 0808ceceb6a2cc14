// test/runtime/runningLoop.ts
import { backgroundThrottle } from "../../src/runtime/follow/backgroundThrottle.js";
import { runWorkerLoop } from "../../src/runtime/workerLoop.js";
import { workHints } from "../../src/runtime/workHints.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { positionOf, workTable } from "./workTable.js";
function runningLoop(clock, parts, table = workTable(), indexPosition = table.position, metrics = noMetrics) {
  const stop = new AbortController();
  const news = workHints(clock.sleep);
  const held = /* @__PURE__ */ new Set([0]);
  const worker = {
    ...{ name: "test", collection: table.collection, maxInFlight: 128, maxInFlightPerLane: 96 },
    ...parts
  };
  const running = runWorkerLoop(worker, {
    ...{
      held: () => held,
      hints: news,
      clock,
      log: quietLog,
      metrics,
      signal: stop.signal
    },
    throttle: backgroundThrottle(clock, () => 0),
    indexPosition: async () => indexPosition(),
    head: async () => positionOf(0)
  });
  return {
    ...{ table, news, held },
    due(key, lane, dueAtMs, partition = 0) {
      table.fold(key, positionOf(1), { partition, lane, dueAtMs });
      news.wrote([{ partition, lane, dueAtMs }]);
    },
    async end() {
      stop.abort();
      await running;
    }
  };
}
export {
  runningLoop
};
//# sourceMappingURL=runningLoop.js.map
