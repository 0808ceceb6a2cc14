// src/adapters/mongodb/collection.ts
import {
  DocumentsUnavailable
} from "../../ports/documents.js";
import { readPosition } from "../position.js";
import { batchedLookUps, MAX_KEYS_PER_QUERY } from "./batchedLookUps.js";
import { writeGuarded } from "./bulkWrite.js";
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from "./deadline.js";
import { BEYOND, encodeValue, encodeValues } from "./indexKey.js";
import { fromRecord, storedOf } from "./record.js";
var SCAN_PAGE = 500;
function mongoCollection(collection, call, { name, indexes }, { clock, metrics }) {
  const read = (attempt) => {
    metrics?.count("postledger_mongodb_reads_total", { collection: name });
    return call(READ_DEADLINE_MS, DocumentsUnavailable, attempt);
  };
  const recordsOf = (keys) => recordsByKey(collection, read, keys);
  const lookUp = batchedLookUps(recordsOf, ({ _id }) => _id);
  const page = async (query) => {
    if (!(query.index in indexes)) throw new Error(`no index ${query.index} in ${collection.collectionName}`);
    if (query.limit <= 0) return [];
    const records = await read(
      (maxTimeMS) => collection.find(filterOf(query), { maxTimeMS, batchSize: query.limit }).sort({ [`index.${query.index}`]: query.descending ? -1 : 1 }).limit(query.limit).toArray()
    );
    return records.flatMap((record) => storedOf(record) ?? []);
  };
  return {
    async get(key) {
      const [record] = await lookUp([key]);
      return record === void 0 ? null : storedOf(record);
    },
    async getForFold(keys) {
      const records = await recordsOf(keys);
      return new Map(
        records.map((record) => [
          record._id,
          { position: readPosition(record.position), document: fromRecord(record) }
        ])
      );
    },
    async getMany(keys) {
      const present = (await lookUp(keys)).flatMap((record) => storedOf(record) ?? []);
      return new Map(present.map((stored) => [stored.key, stored]));
    },
    writeMany(writes) {
      metrics?.count("postledger_mongodb_writes_total", { collection: name }, writes.length);
      return writeGuarded(collection, call, indexes, writes, clock.nowMs());
    },
    async forget(keys) {
      for (let at = 0; at < keys.length; at += MAX_KEYS_PER_QUERY)
        await call(
          WRITE_DEADLINE_MS,
          DocumentsUnavailable,
          (maxTimeMS) => collection.deleteMany({ _id: { $in: keys.slice(at, at + MAX_KEYS_PER_QUERY) } }, { maxTimeMS })
        );
    },
    page,
    scan: () => scanned((after) => read((maxTimeMS) => scanPage(collection, after, maxTimeMS)))
  };
}
async function recordsByKey(collection, read, keys) {
  const records = [];
  for (let at = 0; at < keys.length; at += MAX_KEYS_PER_QUERY) {
    const $in = keys.slice(at, at + MAX_KEYS_PER_QUERY);
    const find = (maxTimeMS) => collection.find({ _id: { $in } }, { maxTimeMS, batchSize: $in.length + 1 }).toArray();
    records.push(...await read(find));
  }
  return records;
}
function scanPage(collection, after, maxTimeMS) {
  return collection.find({ _id: after === null ? { $gte: "" } : { $gt: after } }, { maxTimeMS, batchSize: SCAN_PAGE }).sort({ _id: 1 }).limit(SCAN_PAGE).toArray();
}
async function* scanned(pageAfter) {
  for (let after = null; ; ) {
    const records = await pageAfter(after);
    for (const record of records) {
      const stored = storedOf(record);
      if (stored !== null) yield stored;
    }
    const last = records.at(-1);
    if (last === void 0 || records.length < SCAN_PAGE) return;
    after = last._id;
  }
}
function rangeOf({ equals = [], from, to, after }) {
  const prefix = encodeValues(equals);
  return {
    $gte: from === void 0 ? prefix : prefix + encodeValue(from),
    $lt: prefix + (to === void 0 ? "" : encodeValue(to)) + BEYOND,
    ...after && { $gt: encodeValues([...after.values, after.key]) }
  };
}
function filterOf(query) {
  const { $gt: cursor, ...range } = rangeOf(query);
  const field = `index.${query.index}`;
  if (cursor === void 0) return { [field]: range };
  if (!query.descending) return { [field]: { ...range, $gt: cursor } };
  return { [field]: { $gte: range.$gte, $lt: lower(range.$lt, cursor) } };
}
function lower(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? a : b;
}
export {
  mongoCollection
};
//# sourceMappingURL=collection.js.map
