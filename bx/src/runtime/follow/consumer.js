// src/runtime/follow/consumer.ts
import { untilTick } from "../../ports/clock.js";
import { linkedSignal } from "../linkedSignal.js";
import { cursorsOf } from "./cursors.js";
var CONSUMER_LAG = "postledger_consumer_lag_seconds";
var REPORT_EVERY_MS = 500;
var NOTHING = /* @__PURE__ */ new Set();
var FIRST_FAULT_MS = 100;
var LONGEST_FAULT_MS = 5e3;
async function runConsumer(consumer, dependencies) {
  const { saver, clock, log, metrics, signal } = dependencies;
  const cursors = cursorsOf(consumer.name, {
    ...dependencies,
    safe: () => consumer.unsafe?.()?.safe ?? null,
    inStep: consumer.inStep ?? false
  });
  saver.add(consumer.name, cursors);
  const lag = lagOf(consumer.name, dependencies);
  const types = new Set(consumer.types);
  let faultMs = FIRST_FAULT_MS;
  metrics.count("postledger_consumer_faults_total", { consumer: consumer.name }, 0);
  while (!signal.aborted) {
    try {
      await step(consumer, types, cursors, lag, dependencies);
      faultMs = FIRST_FAULT_MS;
    } catch (error) {
      metrics.count("postledger_consumer_faults_total", { consumer: consumer.name });
      lag.report();
      log.error({ consumer: consumer.name, err: error }, "consumer failed, trying again");
      await clock.sleep(faultMs, signal);
      faultMs = Math.min(faultMs * 2, LONGEST_FAULT_MS);
    }
  }
  await consumer.ended?.();
}
async function step(consumer, types, cursors, lag, dependencies) {
  const { clock, metrics, saver, throttle, signal, partitions, partitionsChanged } = dependencies;
  const held = partitions();
  await cursors.adopt();
  const after = cursors.slowest();
  if (after === null) return partitionsChanged(held, signal);
  const onPassed = (position) => {
    cursors.moveTo(position, NOTHING);
    if (cursors.isNewAtHead()) saver.soon();
  };
  const next = () => nextBatch(cursors.slowest() ?? after, held, consumer, dependencies, onPassed);
  const batch = await gathered(next, consumer, dependencies);
  if (batch === null) {
    if (consumer.unsafe === void 0) return;
    const unsafe = consumer.unsafe();
    if (unsafe === null) lag.handled(true);
    else lag.handling(unsafe.oldest);
    return;
  }
  const startedAtMs = clock.monotonicMs();
  const touched = /* @__PURE__ */ new Set();
  const mine = batch.events.filter((event) => {
    if (!types.has(event.type)) return false;
    const partition = consumer.partition(event);
    if (partition === null) return false;
    let isMine = false;
    for (const one of typeof partition === "object" ? partition : [partition]) {
      if (!cursors.isBefore(event.position, one)) continue;
      touched.add(one);
      isMine = true;
    }
    return isMine;
  });
  lag.handling(consumer.unsafe?.()?.oldest ?? mine[0]);
  if (mine.length > 0) await consumer.handle(mine, cursors.holds);
  lag.handled(batch.caughtUp && (consumer.unsafe?.() ?? null) === null);
  cursors.moveTo(batch.position, touched);
  if (batch.caughtUp && cursors.isNewAtHead()) saver.soon();
  if (mine.length === 0) return;
  metrics.count("postledger_consumer_events_total", { consumer: consumer.name }, mine.length);
  await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
}
async function gathered(next, { types, gatherMs = 0 }, { clock, signal }) {
  const first = await next();
  if (gatherMs === 0 || !first?.caughtUp || !first.events.some(({ type }) => types.includes(type)))
    return first;
  await clock.sleep(untilTick(clock, gatherMs), signal);
  return await next() ?? first;
}
async function nextBatch(after, held, { types, unsafe }, { tail, clock, partitionsChanged, signal }, onPassed) {
  const turn = linkedSignal(signal);
  void partitionsChanged(held, turn.signal).then(turn.end);
  if ((unsafe?.() ?? null) !== null) void clock.sleep(REPORT_EVERY_MS, turn.signal).then(turn.end);
  try {
    return await tail.next(after, types, turn.signal, onPassed);
  } finally {
    turn.end();
  }
}
function lagOf(consumer, { clock, metrics }) {
  let sinceMs = null;
  const report = () => {
    const lagMs = sinceMs === null ? 0 : Math.max(0, clock.nowMs() - sinceMs);
    metrics.gauge(CONSUMER_LAG, lagMs / 1e3, { consumer });
  };
  return {
    /** `oldest` is the first event that is being handled, if there is any. */
    handling(oldest) {
      sinceMs = oldest === void 0 ? null : Date.parse(oldest.metadata.at);
      report();
    },
    handled(caughtUp) {
      sinceMs = null;
      if (caughtUp) report();
    },
    /** Reports again how old the event is that is being handled. */
    report() {
      if (sinceMs !== null) report();
    }
  };
}
export {
  CONSUMER_LAG,
  runConsumer
};
//# sourceMappingURL=consumer.js.map
