// test/adapters/embedded/documents/documentsFlipped.test.ts
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { documentCrc } from "../../../../src/adapters/embedded/documents/documentRow.js";
import { openEmbeddedDocuments } from "../../../../src/adapters/embedded/documents/documents.js";
import { markReadModelsAhead } from "../../../../src/adapters/embedded/documents/documentsAhead.js";
import { checkDocumentsFile } from "../../../../src/adapters/embedded/documents/documentsCheck.js";
import { openSqlite } from "../../../../src/adapters/embedded/sqlite.js";
import {
  DocumentsUnavailable
} from "../../../../src/ports/documents.js";
import { at } from "../../../contract/documents/collections.js";
import { quietLog } from "../../../support/quietLog.js";
import { seededRandom } from "../../../support/seededRandom.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
import { RUN_ALL, SEED } from "../../../support/testRun.js";
import { wallClock } from "../../../support/wallClock.js";
var test = suite("read models with a flipped bit");
var DOCUMENTS = 200;
var FLIPS = RUN_ALL ? 200 : 20;
var definition = { name: "some_v1", indexes: { byN: ["n"], byKind: ["kind", "n"] } };
var keyOf = (n) => `document-${n}`;
var documentOf = (n) => ({ n, kind: `kind ${n % 3}`, text: `the words of document ${n}` });
var ONE_KIND = 5;
var keys = Array.from({ length: DOCUMENTS }, (_, n) => keyOf(n));
async function everyWay(path) {
  const ways = async (collection) => {
    const scanned = [];
    const scan = async () => {
      for await (const each of collection.scan()) scanned.push(each);
      return scanned;
    };
    const read = [
      Promise.all(keys.map((key) => collection.get(key))),
      collection.getMany(keys).then((found) => [...found.values()]),
      collection.getForFold(keys).then((found) => [...found]),
      collection.page({ index: "byN", limit: DOCUMENTS }),
      collection.page({ index: "byN", limit: DOCUMENTS, descending: true }),
      collection.page({ index: "byKind", equals: ["kind 1"], limit: DOCUMENTS }),
      scan()
    ];
    return Promise.all(read.map((way) => way.catch((error) => error)));
  };
  let documents = null;
  try {
    documents = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
    return await ways(await documents.collection(definition));
  } catch (error) {
    return [error];
  } finally {
    await documents?.close();
  }
}
async function written() {
  const folder = temporaryFolder();
  const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const collection = await documents.collection(definition);
  await collection.writeMany(keys.map((key, n) => ({ key, position: at(n), document: documentOf(n) })));
  await documents.close();
  const expected = await everyWay(folder.path);
  const db = openSqlite(join(folder.path, "read-models.sqlite"), { busyTimeoutMs: 0 });
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const bytes = readFileSync(join(folder.path, "read-models.sqlite"));
  let copies = 0;
  return {
    path: folder.path,
    bytes,
    expected,
    /** Where the file has this: in use, and also in the unused parts of pages that were once full. */
    placesOf(text) {
      const places = [];
      for (let at2 = bytes.indexOf(text); at2 >= 0; at2 = bytes.indexOf(text, at2 + 1)) places.push(at2);
      assert.ok(places.length > 0, `the file has ${text}`);
      return places;
    },
    /** The folder of a new copy with one bit flipped at each of these places. */
    flipped(places, bit) {
      const changed = Buffer.from(bytes);
      for (const place of places) changed[place] = (changed[place] ?? 0) ^ 1 << bit;
      const path = join(folder.path, String(copies++));
      mkdirSync(path);
      writeFileSync(join(path, "read-models.sqlite"), changed);
      return path;
    },
    remove: () => folder.remove()
  };
}
var rowOf = (n) => keyOf(n) + at(n) + JSON.stringify(documentOf(n));
var below = (random, end) => Math.floor(random() * end);
test("in a position or a document: each read notices it, and the next start begins again", async () => {
  const random = seededRandom(SEED);
  const { placesOf, flipped, remove } = await written();
  for (let flip = 0; flip < FLIPS; flip++) {
    const n = below(random, DOCUMENTS);
    const byte = keyOf(n).length + below(random, rowOf(n).length - keyOf(n).length);
    const places = placesOf(rowOf(n)).map((start) => start + byte);
    const path = flipped(places, below(random, 8));
    const name = `document ${n}, byte ${byte} of its row`;
    for (const [way, found] of (await everyWay(path)).entries())
      if (way !== ONE_KIND || n % 3 === 1)
        assert.instance(found, DocumentsUnavailable, `${name}, way ${way}`);
    assert.ok(existsSync(join(path, "read-models.condemned")), name);
    const again = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
    assert.equal(await again.list(), [], "begun again");
    await again.close();
  }
  remove();
});
test("in the key of a row: reads take the key of the index, and the check of the file says so", async () => {
  const { expected, placesOf, flipped, remove } = await written();
  const path = flipped(
    placesOf(rowOf(77)).map((start) => start + 3),
    5
  );
  assert.equal(await everyWay(path), expected);
  const { fault } = await checkDocumentsFile(path, () => true);
  assert.is(fault, 'the document "docUment-77" is not as it was written');
  remove();
});
test("in the key of an index: its document is missing, and the check of the file says so", async () => {
  const { placesOf, flipped, remove } = await written();
  const path = flipped(placesOf(keyOf(77) + String.fromCharCode(78)), 0);
  const documents = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
  assert.is(await (await documents.collection(definition)).get(keyOf(77)), null);
  await documents.close();
  const { fault } = await checkDocumentsFile(path, () => true);
  assert.match(fault ?? "", "row 78 missing from index");
  remove();
});
test("in the entry of an index: the page that it leads to notices it", async () => {
  const { placesOf, flipped, remove } = await written();
  const kind = "kind 1";
  const entries = placesOf(kind + String.fromCharCode(76) + keyOf(76));
  const path = flipped(
    entries.map((start) => start + kind.length),
    1
  );
  for (const [way, found] of (await everyWay(path)).entries())
    assert.is(found instanceof Error, way === ONE_KIND, `way ${way}`);
  remove();
});
test("anywhere: no document is served that differs, and where one is missing the check of the file says so", async () => {
  const random = seededRandom(SEED + 1);
  const { bytes, expected, flipped, remove } = await written();
  const known = new Set(expected.flatMap((found) => found instanceof Error ? [] : found.map(textOf)));
  for (let flip = 0; flip < FLIPS; flip++) {
    const [place, bit] = [below(random, bytes.length), below(random, 8)];
    const path = flipped([place], bit);
    const name = `bit ${bit} of byte ${place}`;
    const found = await everyWay(path);
    for (const each of found)
      if (!(each instanceof Error))
        for (const document of each) assert.ok(document === null || known.has(textOf(document)), name);
    const isNoticed = found.some((each) => each instanceof Error) || existsSync(join(path, "read-models.damaged.sqlite"));
    if (isNoticed || isDeepStrictEqual(found, expected)) continue;
    const { fault } = await checkDocumentsFile(path, () => true);
    assert.ok(fault !== null, `${name}: not found by the check either`);
  }
  remove();
});
test("a row whose body is no JSON although its checksum is right is damage, reported as such", async () => {
  const { path, remove } = await written();
  const db = openSqlite(join(path, "read-models.sqlite"), { busyTimeoutMs: 0 });
  db.prepare("UPDATE some_v1 SET body = '', crc = ? WHERE key = ?").run(
    documentCrc(keyOf(7), at(7), null),
    keyOf(7)
  );
  db.close();
  const [found] = await everyWay(path);
  assert.instance(found, DocumentsUnavailable);
  assert.match(found.message, 'read-models.sqlite is damaged (the document "document-7"');
  remove();
});
test("a newest position that is none any more is damage", async () => {
  const { path, remove } = await written();
  const db = openSqlite(join(path, "read-models.sqlite"), { busyTimeoutMs: 0 });
  db.exec(`UPDATE _newest SET position = '${at(7).replace("7", "w")}'`);
  db.close();
  await markReadModelsAhead(path, quietLog, async () => at(DOCUMENTS));
  const again = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
  assert.equal(await again.list(), []);
  await again.close();
  assert.ok(existsSync(join(path, "read-models.damaged.sqlite")));
  remove();
});
var textOf = (document) => JSON.stringify(document);
test.run();
//# sourceMappingURL=documentsFlipped.test.js.map
