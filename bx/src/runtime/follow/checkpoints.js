// src/runtime/follow/checkpoints.ts
import { BEGINNING } from "../../events/event.js";
var DEFINITION = { name: "checkpoints", indexes: {} };
async function highestCheckpoints(documents) {
  const collection = await documents.collection(DEFINITION);
  const reached = /* @__PURE__ */ new Map();
  for await (const { position, document } of collection.scan())
    if (position > (reached.get(document.consumer) ?? "")) reached.set(document.consumer, position);
  return reached;
}
function checkpointKey(consumer, partition, partitions) {
  return `${consumer}/${partition}of${partitions}`;
}
async function openCheckpoints(documents, partitions) {
  const collection = await documents.collection(DEFINITION);
  const saveAll = (consumers) => collection.writeMany(
    [...consumers].flatMap(
      ([consumer, positions]) => [...positions].map(([partition, position]) => ({
        key: checkpointKey(consumer, partition, partitions),
        position,
        document: { consumer, partition, partitions }
      }))
    )
  );
  return {
    async load(consumer, partition) {
      const stored = await collection.get(checkpointKey(consumer, partition, partitions));
      return stored?.position ?? BEGINNING;
    },
    save: (consumer, positions) => saveAll(/* @__PURE__ */ new Map([[consumer, positions]])),
    saveAll,
    async partitionsBefore() {
      let before = null;
      for await (const { document } of collection.scan()) {
        if (document.partitions === partitions) return null;
        before = document.partitions;
      }
      return before;
    },
    async forget(consumer) {
      const keys = [];
      for await (const { key, document } of collection.scan())
        if (document.consumer === consumer) keys.push(key);
      await collection.forget(keys);
    },
    async lowest(consumer, known = /* @__PURE__ */ new Map()) {
      const all = Array.from({ length: partitions }, (_, partition) => partition);
      const keys = all.filter((partition) => !known.has(partition)).map((partition) => checkpointKey(consumer, partition, partitions));
      const found = keys.length === 0 ? null : await collection.getMany(keys);
      const reached = [...known.values(), ...keys.map((key) => found?.get(key)?.position ?? BEGINNING)];
      return reached.sort()[0] ?? BEGINNING;
    }
  };
}
export {
  highestCheckpoints,
  openCheckpoints
};
//# sourceMappingURL=checkpoints.js.map
