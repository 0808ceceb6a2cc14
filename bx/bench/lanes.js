// bench/lanes.ts
import { openEmbeddedDocuments } from "../src/adapters/embedded/documents/documents.js";
import { systemClock } from "../src/adapters/node/systemClock.js";
import { positionAt } from "../src/adapters/position.js";
import { partitionOf } from "../src/events/partitionOf.js";
import { WORK_INDEX } from "../src/ports/workDocument.js";
import { backgroundThrottle } from "../src/runtime/follow/backgroundThrottle.js";
import { runWorkerLoop } from "../src/runtime/workerLoop.js";
import { workHints } from "../src/runtime/workHints.js";
import { noMetrics, quietLog } from "../test/support/quietLog.js";
import { inBenchFolder, uuidOf } from "./benchFolder.js";
import { line } from "./report.js";
var PARTITIONS = 4;
var HOUR_MS = 36e5;
var SETTLED_MS = 1e4;
var MEASURED_MS = 1e4;
var NOT_TODAY = { granted: 0, retryAfterMs: HOUR_MS, window: { slot: 0, day: 0 } };
async function run(lanes = 5e3) {
  await inBenchFolder(async (data) => {
    const documents = openEmbeddedDocuments(data, { clock: systemClock, log: quietLog });
    const later = await documents.collection({ name: "later", indexes: WORK_INDEX });
    await fill(later, lanes, Date.now() + HOUR_MS);
    await idle("no lane", await documents.collection({ name: "empty", indexes: WORK_INDEX }));
    await idle(`${lanes} lanes that are due in an hour`, later);
    const closed = await documents.collection({ name: "closed", indexes: WORK_INDEX });
    await fill(closed, lanes, Date.now());
    await idle(`${lanes} lanes without a grant`, closed);
    await documents.close();
  });
}
async function fill(collection, lanes, dueAtMs) {
  const writes = Array.from({ length: lanes }, (_, n) => {
    const key = uuidOf(2, n);
    const document = { partition: partitionOf(key, PARTITIONS), lane: uuidOf(1, n), dueAtMs };
    return { key, position: positionAt(1), document };
  });
  await collection.writeMany(writes);
}
async function idle(name, collection) {
  const counts = { reads: 0, documents: 0, grants: 0 };
  const stop = new AbortController();
  const worker = {
    name: "bench",
    maxInFlight: 128,
    maxInFlightPerLane: 96,
    collection: counted(collection, counts),
    admit: async () => {
      counts.grants++;
      return NOT_TODAY;
    },
    run: async () => ({ retryAfterMs: HOUR_MS })
  };
  const running = runWorkerLoop(worker, {
    held: () => new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition)),
    hints: workHints(systemClock.sleep),
    indexPosition: async () => positionAt(1),
    head: async () => positionAt(1),
    clock: systemClock,
    log: quietLog,
    metrics: noMetrics,
    signal: stop.signal,
    throttle: backgroundThrottle(systemClock, () => 0)
  });
  await systemClock.sleep(SETTLED_MS);
  const before = { ...counts };
  const usedBefore = process.cpuUsage();
  await systemClock.sleep(MEASURED_MS);
  const { user, system } = process.cpuUsage(usedBefore);
  const seconds = MEASURED_MS / 1e3;
  const perSecond = (figure) => ((counts[figure] - before[figure]) / seconds).toFixed(1);
  stop.abort();
  await running;
  line(name, `${((user + system) / 1e3 / seconds).toFixed(1)} ms a second`);
  line("  a second", `${perSecond("reads")} reads, ${perSecond("documents")} documents`);
  line("  a second", `${perSecond("grants")} grants asked for`);
}
function counted(collection, counts) {
  return {
    ...collection,
    async page(query) {
      const found = await collection.page(query);
      counts.reads++;
      counts.documents += found.length;
      return found;
    },
    async getForFold(keys) {
      counts.reads++;
      counts.documents += keys.length;
      return collection.getForFold(keys);
    }
  };
}
export {
  run
};
//# sourceMappingURL=lanes.js.map
