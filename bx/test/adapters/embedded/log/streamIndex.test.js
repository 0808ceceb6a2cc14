// test/adapters/embedded/log/streamIndex.test.ts
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { checkLedgerFile } from "../../../../src/adapters/embedded/log/ledgerCheck.js";
import { STREAM_INDEX } from "../../../../src/adapters/embedded/log/streamIndexFile.js";
import { openSqlite } from "../../../../src/adapters/embedded/sqlite.js";
import { BEGINNING } from "../../../../src/events/event.js";
import { LogDamaged, RevisionConflict } from "../../../../src/ports/eventStore.js";
import { newEvent, rejection } from "../../../contract/eventStore/events.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var STREAMS = 300;
var PAGE_BYTES = 1024;
var test = suite("the index of streams");
test.before.each(async (context) => {
  context.folder = temporaryFolder();
  context.index = join(context.folder.path, STREAM_INDEX);
  const store = await embeddedEventStore(context.folder.path, { log: quietLog });
  await Promise.all(
    Array.from({ length: STREAMS }, (_, n) => store.append(`key-${n}`, "no-stream", [newEvent()]))
  );
  await store.append("long", "no-stream", [newEvent(), newEvent(), newEvent()]);
  await store.close();
  context.events = STREAMS + 3;
});
test.after.each(({ folder }) => folder.remove());
var changed = (file, sql) => {
  const db = openSqlite(file, { busyTimeoutMs: 0 });
  db.exec(sql);
  db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  db.close();
};
async function checked(folder, events) {
  let built = false;
  const warn = (_, message) => {
    built ||= message.includes("rebuilt");
  };
  const store = await embeddedEventStore(folder, { log: { ...quietLog, warn } });
  for (let n = 0; n < STREAMS; n++) {
    assert.instance(await rejection(store.append(`key-${n}`, "no-stream", [newEvent()])), RevisionConflict);
    assert.is((await store.readStream(`key-${n}`)).length, 1);
  }
  const revisions = (await store.readStream("long")).map(({ revision }) => revision);
  assert.equal(revisions, [0, 1, 2]);
  const conflict = await rejection(store.append("long", 0, [newEvent()]));
  assert.is(conflict.actual, 2);
  assert.is(Number(await store.head()), events);
  await store.close();
  return built;
}
test("closed cleanly it is used as it is", async ({ folder, index, events }) => {
  const before = statSync(index).ino;
  assert.not(await checked(folder.path, events));
  assert.is(statSync(index).ino, before);
});
test("missing, or no database at all, it is rebuilt", async ({ folder, index, events }) => {
  rmSync(index);
  assert.ok(await checked(folder.path, events));
  writeFileSync(index, "no database");
  assert.ok(await checked(folder.path, events));
});
test("what it lacks at its end is entered, as after a kill between two commits", async ({
  folder,
  index,
  events
}) => {
  const earlier = `${index}.earlier`;
  copyFileSync(index, earlier);
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await store.append("later", "no-stream", [newEvent()]);
  await store.close();
  copyFileSync(earlier, index);
  assert.not(await checked(folder.path, events + 1));
});
test("while the ledger is open as well: a reader finds what it lacks, the next commit enters it", async ({
  folder,
  index,
  events
}) => {
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await store.append("later", "no-stream", [newEvent()]);
  const entries = `DELETE FROM entries WHERE position > ${events}`;
  const state = `UPDATE state SET last = ${events}, (tip, low, high) =
    (SELECT zeroblob(32), total(hash % 16777216), total(hash / 16777216) FROM entries)`;
  changed(index, `${entries}; ${state}`);
  assert.is((await store.readStream("later")).length, 1);
  assert.instance(await rejection(store.append("later", "no-stream", [newEvent()])), RevisionConflict);
  await store.close();
  assert.not(await checked(folder.path, events + 1));
});
test("of another log it is rebuilt", async ({ folder, index, events }) => {
  const other = temporaryFolder();
  const store = await embeddedEventStore(other.path, { log: quietLog });
  await store.append("another", "no-stream", [newEvent(), newEvent()]);
  await store.close();
  copyFileSync(join(other.path, STREAM_INDEX), index);
  assert.ok(await checked(folder.path, events));
  other.remove();
});
test("ahead of the log it is rebuilt", async ({ folder, events }) => {
  changed(join(folder.path, "ledger.sqlite"), `DELETE FROM events WHERE stream = 'long'`);
  const said = [];
  const warn = (_, message) => void said.push(message);
  const again = await embeddedEventStore(folder.path, { log: { ...quietLog, warn } });
  assert.match(said.join(), "rebuilt");
  await again.append("long", "no-stream", [newEvent(), newEvent(), newEvent()]);
  await again.close();
  assert.not(await checked(folder.path, events));
});
test("a hole that comes while the ledger is open is found by doctor, and by the next start", async ({
  folder,
  index,
  events
}) => {
  changed(index, "DELETE FROM entries WHERE position = 7");
  const { fault } = await checkLedgerFile(folder.path, () => true);
  assert.match(fault ?? "", /the index of streams lacks the event at position 7/);
  assert.ok(await checked(folder.path, events));
});
test("of a ledger that lacks an event it ends before the gap, and nothing is appended", async ({
  folder,
  index
}) => {
  rmSync(index);
  changed(join(folder.path, "ledger.sqlite"), "DELETE FROM events WHERE position = 7");
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  assert.is((await store.readStream("long")).length, 3);
  for (const types of [{}, { types: ["ContractNoted"] }]) {
    const read = await rejection(store.readAll({ after: BEGINNING, limit: 1e3, ...types }));
    assert.match(String(read), "is damaged: of the events at positions 1 to");
  }
  const refused = await rejection(store.append("later", "no-stream", [newEvent()]));
  assert.instance(refused, LogDamaged);
  await store.close();
});
test("each single entry that is gone or changed is noticed", async ({ folder, index, events }) => {
  for (const sql of [
    "DELETE FROM entries WHERE position = 7",
    "UPDATE entries SET hash = hash + 1 WHERE position = 7",
    "UPDATE entries SET position = 100000 WHERE position = 7"
  ]) {
    changed(index, sql);
    assert.ok(await checked(folder.path, events), sql);
    assert.not(await checked(folder.path, events), `${sql}: rebuilt once`);
  }
});
test("each single page that is dropped is noticed", async ({ folder, index, events }) => {
  const whole = readFileSync(index);
  assert.ok(whole.length > 4 * PAGE_BYTES);
  for (let at = 0; at < whole.length; at += PAGE_BYTES) {
    for (const ending of ["-wal", "-shm"]) rmSync(index + ending, { force: true });
    writeFileSync(index, Buffer.from(whole).fill(0, at, at + PAGE_BYTES));
    assert.ok(await checked(folder.path, events), `page ${at / PAGE_BYTES}`);
  }
});
test.run();
//# sourceMappingURL=streamIndex.test.js.map
