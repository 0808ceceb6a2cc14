// test/adapters/mongodb/blobs.test.ts
import { randomBytes, randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { blobsContract } from "../../contract/blobs.js";
import { requiresMongo } from "../../servers/requires.js";
import { databaseAt } from "../../servers/runningMongo.js";
import { mongoAt, mongoFactory } from "./openedMongo.js";
var server = await requiresMongo();
blobsContract(
  "blobs in GridFS",
  mongoFactory(server, ({ blobs }) => blobs)
);
var unfiled = suite("blobs in GridFS: chunks without a file");
unfiled(
  "go in a sweep when they are old and no event needs them, whatever cut the put or the sweep off",
  async () => {
    const url = databaseAt(server.url, `t${randomUUID().replaceAll("-", "")}`);
    const client = await MongoClient.connect(url);
    const files = client.db().collection("blobs.files");
    const chunks = client.db().collection("blobs.chunks");
    const mongo = mongoAt(url);
    const put = async (length, { keepsFile = false, putAt = /* @__PURE__ */ new Date(0) } = {}) => {
      const { sha256 } = await mongo.blobs.put(randomBytes(length));
      await chunks.updateMany({ files_id: sha256 }, { $set: { putAt } });
      if (!keepsFile) await files.deleteOne({ _id: sha256 });
      return sha256;
    };
    const old = await put(600001);
    const needed = await put(10);
    const others = [needed, await put(11, { putAt: /* @__PURE__ */ new Date() }), await put(12, { keepsFile: true })];
    const sweep = async (dryRun) => {
      const removed = [];
      const isNeeded = (sha256) => sha256 === needed;
      for await (const blob of mongo.blobs.sweep({ isNeeded, putBeforeMs: 1e3, dryRun }))
        if (blob.removed) removed.push(blob);
      return removed;
    };
    const expected = [{ sha256: old, bytes: 600001, removed: true }];
    assert.equal(await sweep(true), expected);
    assert.equal(await sweep(false), expected);
    assert.equal((await chunks.distinct("files_id")).sort(), others.sort());
    assert.equal(await sweep(false), []);
    await mongo.close();
    await client.close();
  }
);
unfiled.run();
var after = suite("the MongoDB-protocol server of blobs");
after("stops", async () => {
  await server.stop();
});
after.run();
//# sourceMappingURL=blobs.test.js.map
