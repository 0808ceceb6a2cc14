// src/adapters/mongodb/documents.ts
import { MongoServerError } from "mongodb";
import { DocumentsUnavailable } from "../../ports/documents.js";
import { mongoCollection } from "./collection.js";
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from "./deadline.js";
var COLLECTION_NAME = /^[A-Za-z0-9_-]{1,120}$/;
var REMOVED_KEPT_SECONDS = 7 * 24 * 3600;
var NAMESPACE_NOT_FOUND = 26;
var NAMESPACE_EXISTS = 48;
var UNAUTHORIZED = 13;
var NOT_IMPLEMENTED = 238;
var INDEX_OPTIONS_CONFLICT = 85;
function mongoDocuments(db, call, dependencies, close) {
  return {
    async collection(definition, { inPlaceOf } = {}) {
      checkName(definition.name);
      await call(WRITE_DEADLINE_MS, DocumentsUnavailable, async () => {
        await create(db, definition);
        if (inPlaceOf !== void 0) await shardLike(db, definition.name, inPlaceOf);
      });
      return mongoCollection(
        db.collection(definition.name),
        call,
        definition,
        dependencies
      );
    },
    async drop(name) {
      checkName(name);
      await call(
        WRITE_DEADLINE_MS,
        DocumentsUnavailable,
        () => unlessCode(NAMESPACE_NOT_FOUND, db.dropCollection(name))
      );
    },
    async replace(pairs) {
      for (const { name, by } of pairs) {
        checkName(name);
        checkName(by);
      }
      for (const { name, by } of pairs)
        await call(
          WRITE_DEADLINE_MS,
          DocumentsUnavailable,
          () => (
            // Repeated after a lost answer it finds nothing to rename, which is correct then.
            unlessCode(NAMESPACE_NOT_FOUND, db.renameCollection(by, name, { dropTarget: true }))
          )
        );
    },
    async list() {
      const found = await call(
        READ_DEADLINE_MS,
        DocumentsUnavailable,
        () => db.listCollections({}, { nameOnly: true }).toArray()
      );
      return found.map(({ name }) => name).filter((name) => COLLECTION_NAME.test(name)).sort();
    },
    close
  };
}
async function create(db, { name, indexes }) {
  await unlessCode(NAMESPACE_EXISTS, db.createCollection(name));
  const declared = Object.keys(indexes).map((index) => {
    if (!/^\w+$/.test(index)) throw new Error(`${index} is no name for an index`);
    return { key: { [`index.${index}`]: 1 }, name: index, sparse: true };
  });
  const collection = db.collection(name);
  if (declared.length > 0) await collection.createIndexes(declared);
  const expiry = { name: "removedAt", expireAfterSeconds: REMOVED_KEPT_SECONDS };
  try {
    await collection.createIndex({ removedAt: 1 }, { ...expiry, sparse: true });
  } catch (error) {
    const code = error instanceof MongoServerError ? error.code : void 0;
    if (code === INDEX_OPTIONS_CONFLICT) await db.command({ collMod: name, index: expiry });
    else if (code !== NOT_IMPLEMENTED) throw error;
  }
}
function checkName(name) {
  if (!COLLECTION_NAME.test(name)) throw new Error(`${name} is no name for a collection`);
}
async function unlessCode(code, work) {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === code) return null;
    throw error;
  }
}
async function shardLike(db, name, other) {
  if (!await isSharded(db, other) || await isSharded(db, name)) return;
  const namespace = `${db.databaseName}.${name}`;
  try {
    await db.admin().command({ shardCollection: namespace, key: { _id: "hashed" } });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === UNAUTHORIZED)) throw error;
    throw new Error(
      `${other} is sharded, and the user of MONGODB_URL may not shard ${name}, which is to take its place: give it the role clusterManager for the time of the rebuild, or the read model a new version.`
    );
  }
}
async function isSharded(db, name) {
  const stats = await unlessCode(NAMESPACE_NOT_FOUND, db.command({ collStats: name }));
  return stats?.sharded === true;
}
export {
  mongoDocuments
};
//# sourceMappingURL=documents.js.map
