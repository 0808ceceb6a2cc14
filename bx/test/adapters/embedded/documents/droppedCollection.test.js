// test/adapters/embedded/documents/droppedCollection.test.ts
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedDocuments } from "../../../../src/adapters/embedded/documents/documents.js";
import { openSqlite } from "../../../../src/adapters/embedded/sqlite.js";
import { DocumentsUnavailable } from "../../../../src/ports/documents.js";
import { at } from "../../../contract/documents/collections.js";
import { rejection } from "../../../contract/eventStore/events.js";
import { manualClock } from "../../../support/manualClock.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("a collection that is dropped");
var DOCUMENTS = 2300;
var STEP = 500;
async function large() {
  const folder = temporaryFolder();
  const open = () => openEmbeddedDocuments(folder.path, { clock: manualClock(), log: quietLog });
  const documents = open();
  const collection = await documents.collection({ name: "some_v1", indexes: { byN: ["n"] } });
  await collection.writeMany(
    Array.from({ length: DOCUMENTS }, (_, n) => ({ key: `k${n}`, position: at(n + 1), document: { n } }))
  );
  const other = openSqlite(join(folder.path, "read-models.sqlite"), { busyTimeoutMs: 0 });
  const isThere = () => other.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'some_v1'`).all().length > 0;
  return {
    documents,
    open,
    rows: () => isThere() ? Number(other.prepare("SELECT count(*) AS n FROM some_v1").get()?.n) : 0,
    isThere,
    remove() {
      other.close();
      folder.remove();
    }
  };
}
test("loses some hundreds of rows in a turn of the event loop, and others write meanwhile", async () => {
  const { documents, rows, isThere, remove } = await large();
  const neighbour = await documents.collection({ name: "other_v1", indexes: {} });
  const dropped = documents.drop("some_v1");
  await neighbour.writeMany([{ key: "k", position: at(1), document: { n: 1 } }]);
  assert.ok(rows() > 0, "it was written before the drop was complete");
  let before = DOCUMENTS;
  for (let turn = 0; turn < 1e3 && isThere(); turn++) {
    const left = rows();
    assert.ok(before - left <= STEP, `${before - left} rows at once`);
    before = left;
    await nextTurn();
  }
  await dropped;
  assert.is(isThere(), false);
  await documents.close();
  remove();
});
test("is dropped from where it was when the process ended on the way", async () => {
  const { documents, open, rows, isThere, remove } = await large();
  const broken = rejection(documents.drop("some_v1"));
  while (rows() === DOCUMENTS) await nextTurn();
  await documents.close();
  assert.instance(await broken, DocumentsUnavailable);
  assert.ok(rows() > 0 && rows() < DOCUMENTS);
  const again = open();
  await again.drop("some_v1");
  assert.is(isThere(), false);
  await again.close();
  remove();
});
test.run();
//# sourceMappingURL=droppedCollection.test.js.map
