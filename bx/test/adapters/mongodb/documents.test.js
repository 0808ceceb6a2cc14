// test/adapters/mongodb/documents.test.ts
import { MongoClient } from "mongodb";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { documentsContract } from "../../contract/documents.js";
import { requiresMongo } from "../../servers/requires.js";
import { databaseAt } from "../../servers/runningMongo.js";
import { mongoAt, mongoFactory } from "./openedMongo.js";
var server = await requiresMongo();
documentsContract(
  "documents in MongoDB",
  mongoFactory(server, ({ documents }) => documents)
);
var after = suite("the MongoDB-protocol server of documents");
after("positions of removed documents stay for a week", async () => {
  const mongo = mongoAt(databaseAt(server.url, "removed"));
  await mongo.documents.collection({ name: "removed_v1", indexes: {} });
  const client = new MongoClient(server.url);
  const indexes = await client.db("removed").collection("removed_v1").indexes();
  const { key, expireAfterSeconds } = indexes.find(({ name }) => name === "removedAt") ?? {};
  assert.equal([key, expireAfterSeconds], [{ removedAt: 1 }, 604800]);
  await client.close();
  await mongo.close();
});
after("the expiry of an earlier release is replaced by ours", async () => {
  const url = databaseAt(server.url, "kept_otherwise");
  const client = new MongoClient(url);
  const expiry = { name: "removedAt", sparse: true, expireAfterSeconds: 3600 };
  await client.db().dropDatabase();
  await client.db().collection("kept_v1").createIndex({ removedAt: 1 }, expiry);
  const mongo = mongoAt(url);
  await mongo.documents.collection({ name: "kept_v1", indexes: {} });
  const ours = { ...expiry, expireAfterSeconds: 604800 };
  await client.db().collection("kept_v1").createIndex({ removedAt: 1 }, ours);
  await client.close();
  await mongo.close();
});
after("stops", async () => {
  await server.stop();
});
after.run();
//# sourceMappingURL=documents.test.js.map
