// test/adapters/embedded/documents/documentsFile.test.ts
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedDocuments } from "../../../../src/adapters/embedded/documents/documents.js";
import { openSqlite } from "../../../../src/adapters/embedded/sqlite.js";
import { DocumentsUnavailable } from "../../../../src/ports/documents.js";
import { at } from "../../../contract/documents/collections.js";
import { manualClock } from "../../../support/manualClock.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("the file of the read models");
async function opened() {
  const folder = temporaryFolder();
  const clock = manualClock();
  const documents = openEmbeddedDocuments(folder.path, { clock, log: quietLog });
  const collection = await documents.collection({
    name: "some_v1",
    indexes: { due: ["lane", "dueAtMs"], open: ["isOpen"] }
  });
  const other = openSqlite(join(folder.path, "read-models.sqlite"), {
    synchronous: "NORMAL",
    busyTimeoutMs: 0,
    autocheckpointPages: 0
  });
  const close = async () => {
    other.close();
    await documents.close();
    folder.remove();
  };
  return { documents, collection, other, clock, close };
}
test("is read by its columns, without any of our code", async () => {
  const { collection, other, close } = await opened();
  const due = { lane: "bulk", dueAtMs: 17672256e5, isOpen: true };
  await collection.writeMany([
    { key: "ann@example.org", position: at(1), document: { ...due, note: "x" } },
    { key: "gone", position: at(2), document: null }
  ]);
  const sql = `SELECT key, position, lane, dueAtMs, typeof(dueAtMs) AS type, isOpen, body ->> '$.note' AS note FROM some_v1`;
  assert.equal(
    other.prepare(sql).all().map((row) => ({ ...row })),
    [
      { key: "ann@example.org", position: at(1), ...due, type: "integer", isOpen: 1, note: "x" },
      { key: "gone", position: at(2), lane: null, dueAtMs: null, type: "null", isOpen: null, note: null }
    ]
  );
  await close();
});
test("is waited for without holding up the process, while another holds its lock", async () => {
  const { collection, other, clock, close } = await opened();
  await collection.writeMany([{ key: "a", position: at(1), document: { n: 1 } }]);
  other.exec("BEGIN IMMEDIATE");
  let isWritten = false;
  const writing = collection.writeMany([{ key: "a", position: at(2), document: { n: 2 } }]).then(() => {
    isWritten = true;
  });
  await clock.advance(5e3);
  assert.equal((await collection.get("a"))?.document, { n: 1 }, "reads go on");
  assert.is(isWritten, false);
  other.exec("COMMIT");
  await clock.advance(100);
  await writing;
  assert.equal((await collection.get("a"))?.document, { n: 2 });
  await close();
});
test("is given up on after some ten seconds", async () => {
  const { collection, other, clock, close } = await opened();
  other.exec("BEGIN IMMEDIATE");
  const writing = collection.writeMany([{ key: "a", position: at(1), document: { n: 1 } }]).then(
    () => null,
    (error) => error
  );
  await clock.advance(15e3);
  const refusal = await writing;
  assert.instance(refusal, DocumentsUnavailable);
  assert.match(refusal.message, "another process does not let go of it");
  other.exec("COMMIT");
  assert.is(await collection.get("a"), null);
  await close();
});
test("exchanges all collections of a call or none", async () => {
  const { documents, collection, other, close } = await opened();
  await collection.writeMany([{ key: "a", position: at(1), document: { n: "old" } }]);
  const next = await documents.collection({
    name: "some_v1_next",
    indexes: { due: ["lane", "dueAtMs"], open: ["isOpen"] }
  });
  await next.writeMany([{ key: "a", position: at(1), document: { n: "new" } }]);
  await documents.collection({ name: "last_v1_next", indexes: {} });
  other.exec("CREATE VIEW broken AS SELECT absent FROM last_v1_next");
  const pairs = ["some_v1", "last_v1"].map((name) => ({ name, by: `${name}_next` }));
  const refusal = await documents.replace(pairs).then(
    () => null,
    (error) => error
  );
  assert.instance(refusal, DocumentsUnavailable);
  assert.equal((await collection.get("a"))?.document, { n: "old" });
  other.exec("DROP VIEW broken");
  await documents.replace(pairs);
  assert.equal((await collection.get("a"))?.document, { n: "new" });
  assert.equal(await documents.list(), ["last_v1", "some_v1"]);
  await close();
});
test("a collection that was dropped is empty, and takes no document", async () => {
  const { documents, collection, close } = await opened();
  await collection.writeMany([{ key: "a", position: at(1), document: { lane: "bulk", dueAtMs: 1 } }]);
  await documents.drop("some_v1");
  assert.is(await collection.get("a"), null);
  assert.equal(await collection.page({ index: "due", limit: 5 }), []);
  const refusal = await collection.writeMany([{ key: "a", position: at(2), document: {} }]).then(
    () => null,
    (error) => error
  );
  assert.match(refusal.message, "the collection some_v1 was dropped");
  await close();
});
test("names that cannot be in it are refused", async () => {
  const { documents, close } = await opened();
  const refused = (name, indexes = {}) => documents.collection({ name, indexes }).then(
    () => "taken",
    ({ message }) => message
  );
  for (const name of ["", "1st", 'a"b', "sqlite_x", "x".repeat(121)])
    assert.match(await refused(name), "is no name of a collection");
  assert.match(await refused("a", { "b.c": ["n"] }), "is no name of an index");
  for (const field of ["key", "Position", "removed_at", "a b"])
    assert.match(await refused("a", { byField: [field] }), "is no name of an indexed field");
  assert.match(await refused("some_v1", { due: ["lane"] }), "exists with other indexes");
  await close();
});
test.run();
//# sourceMappingURL=documentsFile.test.js.map
