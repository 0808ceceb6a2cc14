// src/cli/readModelPositions.ts
import { projectionList } from "../projections/readModels.js";
import { openCheckpoints } from "../runtime/follow/checkpoints.js";
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
async function readModelPositions({
  documents,
  partitions,
  projections
}) {
  const checkpoints = await openCheckpoints(documents, partitions);
  const found = [];
  for (const projection of projectionList(projections))
    found.push({ projection, position: await checkpoints.lowest(projectionConsumerName(projection)) });
  return found;
}
export {
  readModelPositions
};
//# sourceMappingURL=readModelPositions.js.map
