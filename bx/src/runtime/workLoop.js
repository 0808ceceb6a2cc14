// src/runtime/workLoop.ts
import { untilTick } from "../ports/clock.js";
import { backoff } from "../queues/backoff.js";
import { openFlights } from "./flights.js";
import { inFlight as inFlightOf } from "./inFlight.js";
import { laneQueues } from "./laneQueues.js";
import { laneSweeps } from "./laneSweeps.js";
import { workLanes } from "./workLanes.js";
var LOOK_EVERY_MS = 1e3;
var SOONEST_LOOK_MS = 5;
var FAULT_RETRY_MS = 1e3;
function openWorkLoop(options, context) {
  const { name, collection, ownerOf, onEnd, dueAtMs = (lane) => lane.dueAtMs } = options;
  const { hints, clock, log, metrics, signal, throttle } = context;
  metrics.count("postledger_worker_faults_total", { worker: name }, 0);
  const inFlight = inFlightOf(context.indexPosition, clock);
  const waiting = backoff(clock, options.maxWaiting);
  const lanes = workLanes(clock, ownerOf);
  const isHeld = (partition) => {
    const is = context.held().has(partition);
    if (!is) sweeps.lose(partition);
    return is;
  };
  const flights = openFlights({
    ...{ name, inFlight, waiting, clock, log, metrics, ownerOf, onEnd },
    longestFaultRetryMs: options.longestFaultRetryMs,
    onLeft(of) {
      if (isHeld(of.partition)) lanes.recall(of, 0);
      hints.notify();
    }
  });
  const onFound = (lane) => lanes.note({ ...lane, dueAtMs: dueAtMs(lane) });
  const sweeps = laneSweeps({
    ...{ ...context, collection, onFound },
    onLost(partition) {
      lanes.forgetPartition(partition);
      options.onLost?.(partition);
    }
  });
  const look = async () => {
    const held = context.held();
    if (sweeps.follow(held)) await options.onGained?.();
    const { lanes: written, items, owners } = hints.take();
    for (const lane of written) if (held.has(lane.partition)) onFound(lane);
    lanes.openAllOf(owners);
    for (const goOn of waiting.takeDue()) goOn();
    await inFlight.letGo();
    await sweeps.step();
    if (await options.serve(items.filter(({ document }) => held.has(document.partition)))) return 0;
    return Math.min(waiting.nextInMs(), inFlight.nextInMs(), sweeps.nextInMs(), lanes.nextInMs());
  };
  return {
    ...{ inFlight, waiting, lanes, flights, isHeld, queues: laneQueues(collection, inFlight.has, clock) },
    /** What is due in the index, as the last whole sweep has found it. */
    found: sweeps.found,
    /** Looks for work until the signal aborts: when it is time, at a notification, and once a second; then resolves when all has ended. */
    async run() {
      while (!signal.aborted) {
        let waitMs;
        const startedAtMs = clock.monotonicMs();
        try {
          waitMs = Math.max(SOONEST_LOOK_MS, Math.min(await look(), untilTick(clock, LOOK_EVERY_MS)));
        } catch (error) {
          log.error({ worker: name, err: error }, "work index could not be read");
          waitMs = FAULT_RETRY_MS;
        }
        await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
        await hints.wait(waitMs, signal);
      }
      await flights.ended();
    }
  };
}
export {
  openWorkLoop
};
//# sourceMappingURL=workLoop.js.map
