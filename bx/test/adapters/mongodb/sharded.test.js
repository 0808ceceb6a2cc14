// test/adapters/mongodb/sharded.test.ts
import { MongoClient } from "mongodb";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../../src/adapters/position.js";
import { rejection } from "../../contract/eventStore/events.js";
import { requires } from "../../servers/requires.js";
import { mongoAt } from "./openedMongo.js";
var { mongo: server } = await requires("mongo");
var admin = new MongoClient(server.url);
var test = suite("MongoDB: read models that are sharded");
var definition = { name: "folded_v1", indexes: {} };
var next = { name: "folded_v1_next", indexes: {} };
var inPlaceOf = definition.name;
var position = positionAt(1);
var isSharded = async (database) => (await admin.db(database).command({ collStats: definition.name })).sharded;
async function rebuilt(database, { shard }) {
  const mongo = mongoAt(`${server.url}/${database}`);
  try {
    await mongo.documents.collection(definition);
    if (shard)
      await admin.db("admin").command({ shardCollection: `${database}.${inPlaceOf}`, key: { _id: "hashed" } });
    const fresh = await mongo.documents.collection(next, { inPlaceOf });
    await fresh.writeMany([{ key: "a", position, document: { n: 1 } }]);
    await mongo.documents.replace([{ name: definition.name, by: next.name }]);
    const collection = await mongo.documents.collection(definition);
    assert.equal((await collection.get("a"))?.document, { n: 1 });
  } finally {
    await mongo.close();
  }
}
test("what takes the place of a sharded collection is sharded, and else not", async () => {
  await rebuilt("whole", { shard: false });
  assert.is(await isSharded("whole"), false);
  await rebuilt("divided", { shard: true });
  assert.is(await isSharded("divided"), true);
});
test("a user who may not shard gets an error before anything is folded", async () => {
  const mongo = mongoAt(`${server.url}/refused`);
  await mongo.documents.collection(definition);
  await admin.db("admin").command({ shardCollection: `refused.${inPlaceOf}`, key: { _id: "hashed" } });
  await admin.db("admin").command({
    configureFailPoint: "failCommand",
    mode: { times: 1 },
    data: { failCommands: ["shardCollection"], errorCode: 13 }
  });
  const error = await rejection(mongo.documents.collection(next, { inPlaceOf }));
  assert.match(String(error), /folded_v1 is sharded, and the user .* may not shard folded_v1_next/);
  await mongo.close();
});
test.after(async () => {
  await admin.close();
  await server.stop();
});
test.run();
//# sourceMappingURL=sharded.test.js.map
