// src/runtime/rebuild/rebuild.ts
import { BEGINNING } from "../../events/event.js";
import { collectionOf, temporaryCollection } from "../fold/projection.js";
import { highestCheckpoints } from "../follow/checkpoints.js";
import { projectionConsumerName } from "../follow/projectionConsumer.js";
import { refuseOlderLog } from "../follow/refuseOlderLog.js";
import { foldLog } from "./foldLog.js";
async function rebuildProjections(store, documents, projections, alone, onBatch) {
  const nextOf = (projection) => temporaryCollection(projection, "next");
  for (const projection of projections) await documents.drop(nextOf(projection).name);
  const targets = await Promise.all(
    projections.map(async (projection) => ({
      projection,
      collection: await documents.collection(nextOf(projection), {
        inPlaceOf: collectionOf(projection).name
      })
    }))
  );
  const folded = await foldLog(store, targets, BEGINNING, onBatch);
  await alone(async (stillAlone) => {
    await refuseOlderLog(store, await newestCheckpoint(documents, projections));
    await foldLog(store, targets, folded, onBatch);
    stillAlone();
    await documents.replace(
      projections.map((projection) => ({ name: collectionOf(projection).name, by: nextOf(projection).name }))
    );
  });
}
async function newestCheckpoint(documents, projections) {
  const checkpoints = await highestCheckpoints(documents);
  const reached = projections.map((each) => checkpoints.get(projectionConsumerName(each)) ?? BEGINNING);
  return reached.sort().at(-1) ?? BEGINNING;
}
export {
  rebuildProjections
};
//# sourceMappingURL=rebuild.js.map
