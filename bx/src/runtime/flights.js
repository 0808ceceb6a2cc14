// src/runtime/flights.ts
import { counts } from "../queues/counts.js";
var FAULT_RETRY_MS = 1e3;
var LONGEST_FAULT_RETRY_MS = 6e4;
var MAX_FAULTY = 1e4;
function openFlights(context) {
  const { name, inFlight, waiting, log, metrics, ownerOf, onLeft, onEnd } = context;
  const underWay = /* @__PURE__ */ new Map();
  const inLane = counts();
  const ofOwner = counts();
  const faults = faultsOfItems(
    context.maxFaulty ?? MAX_FAULTY,
    context.longestFaultRetryMs ?? LONGEST_FAULT_RETRY_MS
  );
  const resultOf = async ({ key, run }) => {
    try {
      const result = await run();
      faults.forget(key);
      return result;
    } catch (error) {
      metrics.count("postledger_worker_faults_total", { worker: name });
      const result = { retryAfterMs: faults.retryAfterMs(key) };
      log.error({ worker: name, item: key, ...result, err: error }, "work item failed");
      return result;
    }
  };
  const settle = ({ key, of }, result) => {
    if (result === "left") return inFlight.end(key);
    if ("position" in result) {
      inFlight.hold(key, result.position);
      if (result.again) waiting.add(key, of.lane, result.again.afterMs, result.again.goOn);
      return;
    }
    const leave = () => {
      inFlight.end(key);
      onLeft(of);
    };
    if (!waiting.add(key, of.lane, result.retryAfterMs, leave)) leave();
  };
  const fly = async (flight) => {
    settle(flight, await resultOf(flight));
    underWay.delete(flight.key);
    inLane.add(flight.of.lane, -1);
    ofOwner.add(ownerOf(flight.of.lane), -1);
    onEnd();
  };
  return {
    start(flight) {
      inLane.add(flight.of.lane, 1);
      ofOwner.add(ownerOf(flight.of.lane), 1);
      inFlight.begin(flight.key);
      waiting.delete(flight.key);
      underWay.set(flight.key, { partition: flight.of.partition, end: fly(flight) });
    },
    get count() {
      return underWay.size;
    },
    countIn: inLane.of,
    countOf: ofOwner.of,
    async ended(partition) {
      const flights = [...underWay.values()].filter(
        (one) => partition === void 0 || one.partition === partition
      );
      await Promise.allSettled(flights.map(({ end }) => end));
    }
  };
}
function faultsOfItems(maxFaulty, longestMs) {
  const counts2 = /* @__PURE__ */ new Map();
  return {
    /** Counts one more; the pause before the item is tried again. */
    retryAfterMs(key) {
      const count = (counts2.get(key) ?? 0) + 1;
      counts2.delete(key);
      counts2.set(key, count);
      const oldest = counts2.size > maxFaulty ? counts2.keys().next().value : void 0;
      if (oldest !== void 0) counts2.delete(oldest);
      return Math.min(FAULT_RETRY_MS * 2 ** (count - 1), longestMs);
    },
    forget: (key) => counts2.delete(key)
  };
}
export {
  openFlights
};
//# sourceMappingURL=flights.js.map
