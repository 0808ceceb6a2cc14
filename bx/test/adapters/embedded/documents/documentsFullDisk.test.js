// test/adapters/embedded/documents/documentsFullDisk.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedDocuments } from "../../../../src/adapters/embedded/documents/documents.js";
import { DocumentsUnavailable } from "../../../../src/ports/documents.js";
import { at } from "../../../contract/documents/collections.js";
import { rejection } from "../../../contract/eventStore/events.js";
import { liftLimit, limitFiles } from "../../../faults/appendingProcess.js";
import { missingTool } from "../../../support/missingTool.js";
import { quietLog } from "../../../support/quietLog.js";
import { skipped } from "../../../support/skipped.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
import { wallClock } from "../../../support/wallClock.js";
var test = suite("embedded documents on a full disk");
test("writes are refused while there is no room, reads go on, and all goes on with room again", async () => {
  const missing = missingTool("prlimit");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const collection = await documents.collection({
    name: "some_v1",
    indexes: { byN: ["n"] }
  });
  let written = 0;
  const write = async () => {
    const writes = Array.from({ length: 100 }, (_, n) => ({
      key: `k${written + n}`,
      position: at(written + n + 1),
      document: { text: "x".repeat(5e3), n: written + n }
    }));
    await collection.writeMany(writes);
    written += 100;
  };
  await write();
  limitFiles(process.pid, 24 * 1048576);
  let refusal = null;
  while (refusal === null && written < 1e4)
    refusal = await write().then(
      () => null,
      (error) => error
    );
  assert.instance(refusal, DocumentsUnavailable);
  assert.instance(await rejection(write()), DocumentsUnavailable);
  assert.is((await collection.get("k0"))?.document.n, 0);
  assert.is((await collection.page({ index: "byN", from: written - 1, limit: 5 })).length, 1);
  assert.is(await collection.get(`k${written}`), null);
  liftLimit(process.pid);
  await write();
  assert.is(
    (await collection.page({ index: "byN", from: 0, descending: true, limit: 1 }))[0]?.document.n,
    written - 1
  );
  await documents.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=documentsFullDisk.test.js.map
