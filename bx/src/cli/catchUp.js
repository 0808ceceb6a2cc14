// src/cli/catchUp.ts
import { refuseAhead } from "../projections/aheadOfLog.js";
import { refuseOtherLedger } from "../projections/ledgerOfReadModels.js";
import { openProjection } from "../runtime/fold/projection.js";
import { openCheckpoints } from "../runtime/follow/checkpoints.js";
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
import { foldLog } from "../runtime/rebuild/foldLog.js";
import { COMMAND_FOLD_LEASE, holdingLeases } from "./holdingLeases.js";
var PATIENCE_MS = 6e4;
async function catchUp(projections, dependencies, progress) {
  const { store, documents, partitions } = dependencies;
  const checkpoints = await openCheckpoints(documents, partitions);
  await refuseAhead(documents, dependencies);
  await refuseOtherLedger(documents, store);
  const head = await store.head();
  if ((await laggingBefore(projections, checkpoints, head)).length === 0) return;
  const wanted = {
    names: [COMMAND_FOLD_LEASE],
    patienceMs: PATIENCE_MS,
    refusal: () => "a rebuild or another command holds the read models: try again when it has ended."
  };
  await holdingLeases(dependencies, wanted, async (stillHeld) => {
    const lagging = await laggingBefore(projections, checkpoints, head);
    await progress(async (onEvents) => {
      for (const each of lagging) await fold(dependencies, checkpoints, each, { onEvents, stillHeld });
    });
  });
}
async function laggingBefore(projections, checkpoints, head) {
  const byPosition = /* @__PURE__ */ new Map();
  for (const projection of projections) {
    const reached = await checkpoints.lowest(projectionConsumerName(projection));
    if (reached < head) byPosition.set(reached, [...byPosition.get(reached) ?? [], projection]);
  }
  return [...byPosition].map(([reached, lagging]) => ({ reached, projections: lagging }));
}
async function fold({ store, documents, partitions }, checkpoints, { reached, projections }, { onEvents, stillHeld }) {
  const targets = [];
  for (const projection of projections)
    targets.push({ projection, collection: await openProjection(documents, projection) });
  const save = (position) => {
    stillHeld();
    const everywhere = new Map(Array.from({ length: partitions }, (_, partition) => [partition, position]));
    return Promise.all(projections.map((each) => checkpoints.save(projectionConsumerName(each), everywhere)));
  };
  const end = await foldLog(store, targets, reached, async (events, position) => {
    onEvents(events);
    await save(position);
  });
  await save(end);
}
export {
  catchUp
};
//# sourceMappingURL=catchUp.js.map
