// test/main/agedModels.ts
import { BEFORE_ALL, BEGINNING } from "../../src/events/event.js";
import { openReadModelRecords } from "../../src/projections/olderVersions.js";
import { projectionList, projectionsFor } from "../../src/projections/readModels.js";
import { collectionOf } from "../../src/runtime/fold/projection.js";
import { openCheckpoints } from "../../src/runtime/follow/checkpoints.js";
import { projectionConsumerName } from "../../src/runtime/follow/projectionConsumer.js";
var OLDER = 0;
async function agedModels(documents, names) {
  const checkpoints = await openCheckpoints(documents, 1);
  const records = await openReadModelRecords(documents);
  for (const projection of projectionList(projectionsFor(1))) {
    if (!names.includes(projection.name)) continue;
    const older = { ...projection, version: OLDER };
    const [own, its] = [collectionOf(projection).name, collectionOf(older).name];
    const position = await checkpoints.lowest(projectionConsumerName(projection));
    if (position === BEGINNING) throw new Error(`${projection.name} was not folded`);
    await documents.replace([{ name: its, by: own }]);
    await checkpoints.save(projectionConsumerName(older), /* @__PURE__ */ new Map([[0, position]]));
    await checkpoints.forget(projectionConsumerName(projection));
    await records.writeMany([
      { key: its, position: BEFORE_ALL, document: { indexes: projection.indexes, supersededAt: null } }
    ]);
  }
}
export {
  agedModels
};
//# sourceMappingURL=agedModels.js.map
