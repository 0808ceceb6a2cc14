// src/runtime/workerLoop.ts
import { roomOf, serveHandedOver, serveLane } from "./laneServing.js";
import { openWorkLoop } from "./workLoop.js";
var UNPASSED_FACTOR = 64;
async function runWorkerLoop(worker, context) {
  const { name, collection, maxInFlight } = worker;
  const { clock, metrics, signal, hints } = context;
  const ownerOf = (lane) => worker.ownerOf?.(lane) ?? lane;
  const start = (item, window) => flights.start({ key: item.key, of: item.document, run: () => run(item, window) });
  const run = async ({ key, document }, window) => {
    const startedAtMs = clock.monotonicMs();
    let unused = window;
    const permit = {
      use() {
        unused = null;
      },
      async giveBack() {
        const given = unused;
        unused = null;
        if (given !== null) await giveBack(document.lane, given);
      }
    };
    try {
      return await worker.run(key, document, signal, permit);
    } finally {
      await permit.giveBack();
      const tookMs = clock.monotonicMs() - startedAtMs;
      metrics.timing("postledger_worker_item_seconds", tookMs, { worker: name });
    }
  };
  const giveBack = async (lane, window) => {
    if (worker.giveBack === void 0) return;
    try {
      await worker.giveBack(lane, window, 1);
      lanes.openAllOf([ownerOf(lane)]);
    } catch (error) {
      context.log.warn(
        { worker: name, lane, err: error },
        "a grant that was not used could not be given back"
      );
    }
  };
  const serve = async (handedOver) => {
    let hasMore = false;
    for (const lane of lanes.toRead()) {
      if (signal.aborted || flights.count >= maxInFlight) break;
      if (loop.inFlight.held >= UNPASSED_FACTOR * maxInFlight) return true;
      if (await serveLane(hand, lane) && roomOf(hand, lane) > 0) hasMore = true;
    }
    await serveHandedOver(hand, handedOver);
    return hasMore;
  };
  const report = () => {
    metrics.gauge("postledger_worker_in_flight", flights.count, { worker: name });
    const { dueLanes, firstDueAtMs } = loop.found();
    metrics.gauge("postledger_worker_due_lanes", dueLanes, { worker: name });
    const dueForMs = Math.max(0, clock.nowMs() - firstDueAtMs);
    metrics.gauge("postledger_worker_oldest_due_seconds", dueForMs / 1e3, { worker: name });
  };
  const loop = openWorkLoop(
    { name, collection, ownerOf, onEnd: hints.notify, serve: (items) => serve(items).finally(report) },
    context
  );
  const { flights, lanes } = loop;
  const hand = { ...loop, worker, clock, start };
  await loop.run();
}
export {
  runWorkerLoop
};
//# sourceMappingURL=workerLoop.js.map
