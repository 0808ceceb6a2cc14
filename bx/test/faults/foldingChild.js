// test/faults/foldingChild.ts
import { setMaxListeners } from "node:events";
import { inProcessHints } from "../../src/adapters/embedded/coordination/hints.js";
import { openEmbeddedDocuments } from "../../src/adapters/embedded/documents/documents.js";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { projectionList, projectionsFor } from "../../src/projections/readModels.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { startCheckpointSaver } from "../../src/runtime/follow/checkpointSaver.js";
import { openCheckpoints } from "../../src/runtime/follow/checkpoints.js";
import { runConsumer } from "../../src/runtime/follow/consumer.js";
import { projectionConsumer } from "../../src/runtime/follow/projectionConsumer.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { foldedLog } from "./foldedLog.js";
var [folder = "", orders = "1", order = "in order"] = process.argv.slice(2);
var STRETCH_EVENTS = 10;
var store = foldedLog(Number(orders));
var head = await store.head();
var stop = new AbortController();
setMaxListeners(0, stop.signal);
var clock = systemClock;
var own = openEmbeddedDocuments(folder, { clock, log: quietLog });
var documents = order === "late" ? late(own) : own;
var checkpoints = await openCheckpoints(documents, 1);
var hints = inProcessHints(quietLog);
var hurried = { ...clock, sleep: (_, signal) => clock.sleep(1, signal) };
var saver = startCheckpointSaver(checkpoints, { clock: hurried, log: quietLog, hints }, stop.signal);
var projections = projectionList(projectionsFor(1));
var left = projections.length;
var tailOfOne = () => {
  let over = false;
  return {
    position: () => head,
    waiting: () => 0,
    async next(after, types, signal) {
      if (after < head) return store.readAll({ after, limit: STRETCH_EVENTS, types });
      if (!over) left--;
      over = true;
      if (left === 0) stop.abort();
      await clock.sleep(6e4, AbortSignal.any([stop.signal, signal]));
      return null;
    }
  };
};
await Promise.all(
  projections.map(async (projection) => {
    const collection = await openProjection(documents, projection);
    await runConsumer(projectionConsumer(projection, collection, 1), {
      tail: tailOfOne(),
      checkpoints,
      saver,
      partitions: () => /* @__PURE__ */ new Set([0]),
      partitionsChanged: () => new Promise(() => {
      }),
      clock,
      log: quietLog,
      metrics: noMetrics,
      // So that the thread that checkpoints gets its turns.
      throttle: { afterWork: () => systemClock.sleep(2) },
      signal: stop.signal
    });
  })
);
await saver.flush();
await documents.close();
function late(documents2) {
  return {
    ...documents2,
    async collection(definition) {
      const collection = await documents2.collection(definition);
      if (definition.name === "checkpoints") return collection;
      let kept = [];
      const flush = async () => {
        const writes = kept;
        kept = [];
        await collection.writeMany(writes);
      };
      return {
        ...collection,
        async getForFold(keys) {
          await flush();
          return collection.getForFold(keys);
        },
        writeMany: async (writes) => {
          kept = writes;
        }
      };
    }
  };
}
//# sourceMappingURL=foldingChild.js.map
