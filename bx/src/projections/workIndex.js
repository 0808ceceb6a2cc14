// src/projections/workIndex.ts
import { streamId } from "../events/category.js";
import { partitionOf } from "../events/partitionOf.js";
import { WORK_INDEX } from "../ports/workDocument.js";
import { projection } from "../runtime/fold/projection.js";
function workIndex(name, version, partitions, on) {
  const key = ({ stream }) => streamId(stream);
  return projection({
    name: `${name}_p${partitions}`,
    version,
    indexes: WORK_INDEX,
    key,
    on
  });
}
function workItem({ stream, metadata }, partitions, due) {
  return { partition: partitionOf(streamId(stream), partitions), lane: metadata.workspace, ...due };
}
function dueAt({ metadata }, date) {
  return { dueAtMs: Date.parse(date ?? metadata.at), isAtOnce: date === null };
}
export {
  dueAt,
  workIndex,
  workItem
};
//# sourceMappingURL=workIndex.js.map
