// src/adapters/mongodb/bulkWrite.ts
import { MongoBulkWriteError } from "mongodb";
import { DocumentsUnavailable } from "../../ports/documents.js";
import { DUPLICATE_KEY, WRITE_DEADLINE_MS } from "./deadline.js";
import { toRecord } from "./record.js";
var BATCH = 500;
var MAX_FRUITLESS = 50;
async function writeGuarded(collection, call, indexes, writes, nowMs) {
  let pending = newestOfEachKey(writes).sort(({ key: one }, { key: other }) => one < other ? -1 : 1);
  let fruitless = 0;
  await call(WRITE_DEADLINE_MS, DocumentsUnavailable, async (remainingMs) => {
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH);
      const unsure = await writeBatch(collection, indexes, batch, { nowMs, maxTimeMS: remainingMs });
      const older = unsure.length === 0 ? [] : await stillOlder(collection, unsure, remainingMs);
      fruitless = older.length === batch.length ? fruitless + 1 : 0;
      if (fruitless > MAX_FRUITLESS) throw new Error(`writes to ${collection.collectionName} keep colliding`);
      pending = [...older, ...pending.slice(BATCH)];
    }
  });
}
function newestOfEachKey(writes) {
  const newest = /* @__PURE__ */ new Map();
  for (const write of writes) {
    const other = newest.get(write.key);
    if (other === void 0 || other.position < write.position) newest.set(write.key, write);
  }
  return [...newest.values()];
}
async function writeBatch(collection, indexes, batch, { nowMs, maxTimeMS }) {
  const operations = batch.map(
    (write) => ({
      replaceOne: {
        filter: { _id: write.key, position: { $lt: write.position } },
        replacement: toRecord(write, indexes, nowMs),
        upsert: true
      }
    })
  );
  try {
    await collection.bulkWrite(operations, { ordered: false, maxTimeMS });
    return [];
  } catch (error) {
    const { collisions, written } = collisionsIn(error);
    if (written + collisions.length < batch.length) return batch;
    return collisions.flatMap(({ index }) => batch[index] ?? []);
  }
}
function collisionsIn(error) {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const collisions = [error.writeErrors].flat();
  const isUnsafe = error.result.getWriteConcernError() !== void 0;
  if (isUnsafe || collisions.length === 0 || collisions.some(({ code }) => code !== DUPLICATE_KEY))
    throw error;
  return { collisions, written: error.result.matchedCount + error.result.upsertedCount };
}
async function stillOlder(collection, writes, maxTimeMS) {
  const found = await collection.find(
    { _id: { $in: writes.map(({ key }) => key) } },
    { projection: { position: 1 }, maxTimeMS, batchSize: writes.length + 1 }
  ).toArray();
  const positions = new Map(found.map(({ _id, position }) => [_id, position]));
  return writes.filter(({ key, position }) => (positions.get(key) ?? "") < position);
}
export {
  collisionsIn,
  writeGuarded
};
//# sourceMappingURL=bulkWrite.js.map
