// test/projections/countingLedger.ts
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { BEGINNING } from "../../src/events/event.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { foldLog } from "../../src/runtime/rebuild/foldLog.js";
import { manualClock } from "../support/manualClock.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { seededIds } from "../support/seededIds.js";
var counts = {
  name: "counts",
  version: 1,
  types: ["Noted"],
  indexes: {},
  keys: (event) => [event.metadata.workspace],
  fold: (document) => ({ count: (document?.count ?? 0) + 1 })
};
async function countingLedger() {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const ledger = { clock: manualClock(), ids: seededIds() };
  let appended = 0;
  const append = async (workspace, type = "Noted") => {
    const origin = { workspace, actor: "operator", correlation: workspace, causation: null };
    appended += 1;
    await store.append(`note-${appended}`, "no-stream", newEvents(ledger, origin, [{ type, data: {} }]));
  };
  const live = await openProjection(documents, counts);
  const fold = () => foldLog(store, [{ projection: counts, collection: live }], BEGINNING).then(() => {
  });
  return { store, documents, append, live, fold };
}
export {
  countingLedger,
  counts
};
//# sourceMappingURL=countingLedger.js.map
