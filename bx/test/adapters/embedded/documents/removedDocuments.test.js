// test/adapters/embedded/documents/removedDocuments.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedDocuments } from "../../../../src/adapters/embedded/documents/documents.js";
import { at } from "../../../contract/documents/collections.js";
import { manualClock } from "../../../support/manualClock.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("positions of removed documents");
var HOUR_MS = 36e5;
var REMOVED = 1200;
test("are kept for a day, and swept after it", async () => {
  const folder = temporaryFolder();
  const clock = manualClock();
  const documents = openEmbeddedDocuments(folder.path, { clock, log: quietLog });
  const collection = await documents.collection({ name: "some_v1", indexes: { byN: ["n"] } });
  const keys = Array.from({ length: REMOVED }, (_, n) => `k${n}`);
  const remembered = async () => (await collection.getForFold(keys)).size;
  let written = 0;
  const passing = async (hours) => {
    await clock.advance(hours * HOUR_MS);
    await collection.writeMany([{ key: "other", position: at(1e4 + written++), document: { n: 1 } }]);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await collection.writeMany(keys.map((key, n) => ({ key, position: at(n + 1), document: { n } })));
  await collection.writeMany(keys.map((key, n) => ({ key, position: at(n + 5e3), document: null })));
  await passing(23);
  assert.is(await remembered(), REMOVED);
  await collection.writeMany([{ key: "k7", position: at(9e3), document: { n: 7 } }]);
  await passing(2);
  assert.is(await remembered(), 1);
  assert.equal((await collection.get("k7"))?.document, { n: 7 });
  assert.equal((await collection.page({ index: "byN", limit: 9 })).length, 2);
  await documents.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=removedDocuments.test.js.map
