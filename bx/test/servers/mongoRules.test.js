// test/servers/mongoRules.test.ts
import { MongoClient } from "mongodb";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { rejection } from "../contract/eventStore/events.js";
import { requiresMongo } from "./requires.js";
import { databaseAt } from "./runningMongo.js";
var server = await requiresMongo();
var client = new MongoClient(databaseAt(server.url, `rules_${process.pid}`));
var db = client.db();
var test = suite("rules of MongoDB");
var codeOf = async (work) => (await rejection(work)).code;
var filled = async (name, count) => {
  await db.collection(name).insertMany(Array.from({ length: count }, (_, n) => ({ n })));
  return db.collection(name);
};
test("a first answer has 101 documents where no size is named, and all where one is", async () => {
  await filled("batches", 250);
  const first = async (options) => {
    const { cursor } = await db.command({ find: "batches", filter: {}, ...options });
    return [cursor.firstBatch.length, cursor.id.toString() !== "0"];
  };
  assert.equal(await first({}), [101, true]);
  assert.equal(await first({ batchSize: 251 }), [250, false]);
  assert.equal(await first({ batchSize: 201, limit: 200 }), [200, false]);
});
test("a reader that names no size is given all", async () => {
  const batches = await filled("sizes", 250);
  assert.is((await batches.find().toArray()).length, 250);
});
test("a collection that is dropped or exchanged ends who reads it", async () => {
  for (const disturb of [
    async () => void await db.dropCollection("read"),
    async () => {
      await filled("other", 1);
      await db.renameCollection("other", "read", { dropTarget: true });
    }
  ]) {
    const cursor = (await filled("read", 300)).find();
    await cursor.next();
    await disturb();
    assert.ok([43, 175, 237].includes(Number(await codeOf(cursor.toArray()))));
    await db.dropCollection("read").catch(() => {
    });
  }
});
test("an index that conflicts with one that is there is refused", async () => {
  const collection = await filled("indexed", 1);
  await collection.createIndex({ a: 1 }, { name: "a", sparse: true, expireAfterSeconds: 60 });
  await collection.createIndex({ a: 1 }, { name: "a", sparse: true, expireAfterSeconds: 60 });
  const other = { name: "a", sparse: true, expireAfterSeconds: 61 };
  assert.is(await codeOf(collection.createIndex({ a: 1 }, other)), 85);
  assert.is(await codeOf(collection.createIndex({ b: 1 }, { name: "a" })), 86);
  await db.command({ collMod: "indexed", index: { name: "a", expireAfterSeconds: 61 } });
  await collection.createIndex({ a: 1 }, other);
});
test.after(async () => {
  await client.close();
  await server.stop();
});
test.run();
//# sourceMappingURL=mongoRules.test.js.map
