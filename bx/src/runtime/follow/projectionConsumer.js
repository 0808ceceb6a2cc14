// src/runtime/follow/projectionConsumer.ts
import { partitionOf } from "../../events/partitionOf.js";
import { foldInto } from "../fold/foldInto.js";
function projectionConsumerName(projection) {
  return `projection:${projection.name}_v${projection.version}`;
}
function projectionConsumer(projection, collection, partitions) {
  return {
    name: projectionConsumerName(projection),
    types: projection.types,
    partition: (event) => {
      const keys = projection.keys(event);
      const [key] = keys;
      if (key === void 0) return null;
      return keys.length === 1 ? partitionOf(key, partitions) : keys.map((each) => partitionOf(each, partitions));
    },
    handle: (events, isHeld) => foldInto(projection, collection, events, isHeld && ((key) => isHeld(partitionOf(key, partitions))))
  };
}
export {
  projectionConsumer,
  projectionConsumerName
};
//# sourceMappingURL=projectionConsumer.js.map
