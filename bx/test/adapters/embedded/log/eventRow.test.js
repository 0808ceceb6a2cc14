// test/adapters/embedded/log/eventRow.test.ts
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { checkLedgerFile } from "../../../../src/adapters/embedded/log/ledgerCheck.js";
import { openSqlite } from "../../../../src/adapters/embedded/sqlite.js";
import { BEGINNING } from "../../../../src/events/event.js";
import { freshStream, newEvent, numbered, rejection } from "../../../contract/eventStore/events.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("a row of the log with a value of another kind");
var COLUMNS = ["stream", "revision", "type", "id", "at", "workspace", "hash", "crc", "data", "metadata"];
var TEXTS = ["stream", "type", "id", "at", "workspace", "data", "metadata"];
var CHANGES = [
  ...TEXTS.flatMap((column) => [
    [column, `CAST(${column} AS BLOB)`],
    [column, "NULL"]
  ]),
  ["revision", "NULL"],
  ["revision", "x''"],
  ["revision", "''"],
  ["revision", "'0'"],
  ["crc", "NULL"],
  ["crc", "CAST(crc AS TEXT)"],
  ["hash", "CAST(hash AS TEXT)"],
  ["hash", "NULL"]
];
var TYPE = "ContractNoted";
var LATER = 1100;
var folder = temporaryFolder();
var whole = join(folder.path, "whole");
var stream = freshStream();
test.before(async () => {
  const store = await embeddedEventStore(whole, { log: quietLog });
  await store.append(stream, "no-stream", numbered(2));
  for (let n = 0; n < LATER / 100; n++) await store.append(freshStream(), "no-stream", numbered(100));
  await store.close();
});
test.after(() => folder.remove());
function changed(name, column, to) {
  const path = join(folder.path, name);
  cpSync(whole, path, { recursive: true });
  for (const sql of [
    "CREATE TABLE definition AS SELECT sql FROM sqlite_schema",
    `UPDATE sqlite_schema SET sql = 'CREATE TABLE events (position INTEGER PRIMARY KEY, ${COLUMNS.join(", ")})'
     WHERE name = 'events'`,
    `UPDATE events SET ${column} = ${to} WHERE position = 1;
     UPDATE sqlite_schema SET sql = (SELECT sql FROM definition) WHERE name = 'events'`,
    "DROP TABLE definition; PRAGMA wal_checkpoint(TRUNCATE)"
  ]) {
    const db = openSqlite(join(path, "ledger.sqlite"), { busyTimeoutMs: 0 });
    db.enableDefensive(false);
    db.exec(`PRAGMA writable_schema = ON; ${sql}`);
    db.close();
  }
  return path;
}
for (const [at, [column, to]] of CHANGES.entries())
  test(`${column} as ${to}: reads, leaves, doctor and backup say so, and its stream takes no key for a new one`, async () => {
    const path = changed(String(at), column, to);
    const store = await embeddedEventStore(path, { log: quietLog });
    try {
      const saysSo = async (work, what) => assert.match(String(await work.catch((error) => error)), /the event at position 1 was changed/, what);
      if (column !== "hash") {
        await saysSo(store.readAll({ after: BEGINNING, limit: 10 }), "every event");
        await saysSo(store.readStream(stream), "its stream");
        await saysSo(store.readAll({ after: BEGINNING, limit: 10, types: [TYPE] }), "its type");
      }
      const leaves = store.readLeaves({ after: BEGINNING, limit: 10 });
      await saysSo(
        leaves.then(({ fault }) => fault),
        "its leaf"
      );
      await saysSo(
        checkLedgerFile(path, () => true).then(({ fault }) => fault),
        "doctor and backup"
      );
      assert.instance(await rejection(store.append(stream, "no-stream", [newEvent()])), Error);
    } finally {
      await store.close();
    }
  });
for (const [column, to] of [
  ["stream", "CAST(stream AS BLOB)"],
  ["revision", "NULL"],
  ["hash", "CAST(hash AS TEXT)"]
])
  test(`${column} as ${to}, and the index of streams is rebuilt: its stream is not served as shorter`, async () => {
    const path = changed(`${column} of a lost index`, column, to);
    for (const ending of ["", "-wal", "-shm"])
      rmSync(join(path, `ledger-index.sqlite${ending}`), { force: true });
    const store = await embeddedEventStore(path, { log: quietLog });
    const [own, other] = await Promise.all(
      [stream, freshStream()].map((name) => store.readStream(name).catch((error) => String(error)))
    );
    await store.close();
    if (column === "hash") assert.equal([own?.length, other], [2, []]);
    else for (const each of [own, other]) assert.match(String(each), /the event at position 1 was changed/);
  });
test.run();
//# sourceMappingURL=eventRow.test.js.map
