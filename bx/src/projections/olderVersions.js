// src/projections/olderVersions.ts
import { BEFORE_ALL, BEGINNING } from "../events/event.js";
import { collectionOf } from "../runtime/fold/projection.js";
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
var openReadModelRecords = (documents) => documents.collection({ name: "read_models", indexes: {} });
async function recordReadModels(documents, projections) {
  const records = await openReadModelRecords(documents);
  const own = projections.map(collectionOf);
  const known = await records.getMany(own.map(({ name }) => name));
  const missing = own.filter(({ name }) => !known.has(name));
  if (missing.length === 0) return;
  await records.writeMany(
    missing.map(({ name, indexes }) => ({
      key: name,
      position: BEFORE_ALL,
      document: { indexes, supersededAt: null }
    }))
  );
}
async function olderVersions(documents, checkpoints, projections) {
  const names = await documents.list();
  const left = projections.flatMap(
    (projection) => names.flatMap((name) => {
      const version = versionOf(projection, name);
      return version === null || version >= projection.version ? [] : [{ projection, version, name }];
    })
  );
  if (left.length === 0) return [];
  const records = await (await openReadModelRecords(documents)).getMany(left.map(({ name }) => name));
  const found = [];
  for (const { projection, version, name } of left) {
    const record = records.get(name);
    if (record === void 0) continue;
    const consumer = projectionConsumerName({ name: projection.name, version });
    const position = await checkpoints.lowest(consumer);
    const { indexes, supersededAt } = record.document;
    const isStill = supersededAt !== null && record.position >= position;
    found.push({
      projection,
      version,
      definition: { name, indexes },
      consumer,
      position,
      supersededAt: isStill ? supersededAt : null
    });
  }
  return found.sort((one, other) => compare(other.position, one.position) || other.version - one.version);
}
async function furthestVersions(older, checkpoints) {
  const furthest = /* @__PURE__ */ new Map();
  for (const each of older) {
    if (furthest.has(each.projection) || each.position === BEGINNING) continue;
    const reached = await checkpoints.lowest(projectionConsumerName(each.projection));
    if (each.position > reached) furthest.set(each.projection, each);
  }
  return [...furthest.values()];
}
function versionOf({ name }, collection) {
  const prefix = `${name}_v`;
  const digits = collection.startsWith(prefix) ? collection.slice(prefix.length) : "";
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}
function compare(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
export {
  furthestVersions,
  olderVersions,
  openReadModelRecords,
  recordReadModels
};
//# sourceMappingURL=olderVersions.js.map
