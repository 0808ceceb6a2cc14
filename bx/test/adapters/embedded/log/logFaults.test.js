// test/adapters/embedded/log/logFaults.test.ts
import { copyFileSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { newBatchMemory } from "../../../../src/adapters/embedded/log/batchMemory.js";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { groupCommit, writerThread } from "../../../../src/adapters/embedded/log/groupCommit.js";
import {
  ledgerIdentity,
  ledgerPath,
  openLedgerToRead
} from "../../../../src/adapters/embedded/log/ledgerFile.js";
import { logEndWatch } from "../../../../src/adapters/embedded/log/logEndWatch.js";
import { appendTexts } from "../../../../src/adapters/embedded/log/logFormat.js";
import { inTransaction } from "../../../../src/adapters/embedded/sqlite.js";
import { BEGINNING } from "../../../../src/events/event.js";
import { EventStoreUnavailable } from "../../../../src/ports/eventStore.js";
import { freshStream, newEvent, rejection } from "../../../contract/eventStore/events.js";
import { eventually } from "../../../e2e/eventually.js";
import { openFiles } from "../../../support/openFiles.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("the embedded log, when parts of it fail");
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());
function spoil(folder) {
  const { db } = openLedgerToRead(folder);
  db.exec("PRAGMA busy_timeout = 10000");
  inTransaction(db, () => db.exec("ALTER TABLE events RENAME TO gone"));
  return () => {
    inTransaction(db, () => db.exec("ALTER TABLE gone RENAME TO events"));
    db.close();
  };
}
var openLedgers = () => openFiles().filter((path) => path.endsWith("ledger.sqlite")).length;
test("an outage is logged once, with its reason, and its end once", async ({ folder }) => {
  const logged = [];
  const record = (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const store = await embeddedEventStore(folder.path, { log: { ...quietLog, error: record, warn: record } });
  const append = () => store.append(freshStream(), "no-stream", [newEvent()]);
  await append();
  const undo = spoil(folder.path);
  const before = openLedgers();
  for (let n = 0; n < 5; n++) assert.instance(await rejection(append()), EventStoreUnavailable);
  assert.ok(openLedgers() <= before + 1, "what was opened for a batch that failed is closed");
  assert.is(logged.length, 1);
  assert.match(logged[0] ?? "", /^the log cannot be written: .*no such table/);
  undo();
  await append();
  await append();
  assert.is(logged.length, 2);
  assert.match(logged[1] ?? "", /^the log is written again {"failures":5,"lastedMs":\d+}$/);
  await store.close();
});
test("a ledger that was removed or replaced under the service is not written to any more", async ({
  folder
}) => {
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  const append = () => store.append(freshStream(), "no-stream", [newEvent()]);
  await append();
  const path = ledgerPath(folder.path);
  const away = `${path}.away`;
  const isRefused = async () => /was removed or replaced/.test(String(await append().catch(String)));
  renameSync(path, away);
  await eventually("the writer has noticed that it is gone", isRefused, 5e3);
  assert.not.ok(existsSync(path), "none is made in its place");
  assert.is((await store.readAll({ after: BEGINNING, limit: 1 })).events.length, 1, "what is there is read");
  copyFileSync(away, path);
  assert.ok(await isRefused(), "another file is not taken for it");
  renameSync(away, path);
  await append();
  await store.close();
});
test("a subscription that cannot read says so once, and goes on from its position", async ({ folder }) => {
  const logged = [];
  const record = (_, message) => void logged.push(message);
  const store = await embeddedEventStore(folder.path, { log: { ...quietLog, error: record, warn: record } });
  await store.append(freshStream(), "no-stream", [newEvent()]);
  const undo = spoil(folder.path);
  const stop = new AbortController();
  const seen = (async () => {
    for await (const { events } of store.subscribe({ after: BEGINNING, signal: stop.signal }))
      if (events.length > 0) return events.length;
    return 0;
  })();
  await eventually("it cannot read", () => logged.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(logged, ["a subscription cannot read the log, it goes on trying"]);
  undo();
  assert.is(await seen, 1);
  assert.is(logged.at(-1), "the subscription reads the log again");
  assert.is(logged.length, 2);
  stop.abort();
  await store.close();
});
test("a listener of commits may fail: the committed append is still answered", async ({ folder }) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const faults = [];
  const caught = new Promise((resolve) => {
    process.once("uncaughtException", (error) => {
      faults.push(error);
      resolve();
    });
  });
  const failed = [];
  const commits = groupCommit(
    { folder: folder.path, identity: ledgerIdentity(folder.path) },
    {
      onCommitted() {
        throw new Error("the listener is broken");
      },
      onFailed: ({ message }) => void failed.push(message)
    }
  );
  assert.is(await commits.append(appendTexts(freshStream(), -1, [newEvent()])), 1);
  await caught;
  assert.equal(failed, []);
  assert.match(String(faults[0]), "the listener is broken");
  await commits.close();
});
test("a listener of failures may fail: the callers are answered, and later appends as well", async ({
  folder
}) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const faults = [];
  process.once("uncaughtException", (error) => void faults.push(error));
  const commits = groupCommit(
    { folder: folder.path, identity: ledgerIdentity(folder.path) },
    {
      onCommitted: () => {
      },
      onFailed() {
        throw new Error("the listener is broken");
      }
    }
  );
  const append = () => commits.append(appendTexts(freshStream(), -1, [newEvent()]));
  const undo = spoil(folder.path);
  assert.instance(await rejection(append()), EventStoreUnavailable);
  undo();
  await eventually("the fault is thrown where it harms no append", () => faults.length > 0);
  assert.match(String(faults[0]), "the listener is broken");
  assert.is(await append(), 1);
  await commits.close();
});
test("an append that no batch can hold is refused, and no later append waits for it", async ({ folder }) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const commits = groupCommit(
    { folder: folder.path, identity: ledgerIdentity(folder.path) },
    { onCommitted: () => {
    }, onFailed: () => {
    } }
  );
  const small = (n) => ({ id: String(n), type: "T", data: 0, metadata: {} });
  const tooMany = appendTexts(
    freshStream(),
    -1,
    Array.from({ length: 5e4 }, (_, n) => small(n))
  );
  const [first, refused, second] = await Promise.allSettled([
    commits.append(appendTexts(freshStream(), -1, [newEvent()])),
    commits.append(tooMany),
    commits.append(appendTexts(freshStream(), -1, [newEvent()]))
  ]);
  assert.is(first?.status, "fulfilled");
  assert.match(String(refused.reason), "more events than a batch can hold");
  assert.is(second?.status, "fulfilled");
  await commits.close();
});
test("what a column repeats counts as well, however long it is", () => {
  const long = "w".repeat(5e3);
  const { texts, characters } = appendTexts("s", -1, [
    { ...newEvent(), metadata: { ...newEvent().metadata, workspace: long } }
  ]);
  assert.is(
    characters,
    texts.reduce((sum, { length }) => sum + length, "s".length)
  );
});
test("a writer that dies during a batch fails that batch alone, and the next one gets a new writer", async ({
  folder
}) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const writer = writerThread({
    folder: folder.path,
    identity: ledgerIdentity(folder.path),
    batches: [newBatchMemory()]
  });
  const empty = { kind: "commit", batch: 0, appends: 0 };
  assert.equal(await writer.ask(empty), { kind: "committed", before: 0, last: 0 });
  assert.match(String(await rejection(writer.ask({ kind: "close" }))), "the log writer ended");
  assert.equal(await writer.ask(empty), { kind: "committed", before: 0, last: 0 });
  await writer.close();
});
test("closing twice is closing once, and a page of nothing moves nowhere", async ({ folder }) => {
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await store.append(freshStream(), "no-stream", [newEvent()]);
  assert.equal(await store.readAll({ after: BEGINNING, limit: 0 }), {
    events: [],
    position: BEGINNING,
    caughtUp: false
  });
  await Promise.all([store.close(), store.close()]);
  await store.close();
});
test("the end of the log is looked up once at a time, however long a look takes", async ({ folder }) => {
  let looks = 0;
  let answer = () => {
  };
  const watch = logEndWatch(join(folder.path, "none"), () => {
    looks++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const { signal } = new AbortController();
  const beyond = watch.grownBeyond(0, signal);
  await eventually("it looks", () => looks > 0);
  await pause(200);
  assert.is(looks, 1);
  answer(1);
  await beyond;
  watch.close();
});
test("an idle process looks once a second, and often again once the file is written", async ({ folder }) => {
  const file = join(folder.path, "log");
  writeFileSync(file, "");
  let looks = 0;
  const watch = logEndWatch(file, async () => {
    looks++;
    return 0;
  });
  const ended = new AbortController();
  const beyond = watch.grownBeyond(0, ended.signal);
  await pause(400);
  const [idleFrom, idleFromMs] = [looks, performance.now()];
  await pause(600);
  const [idleTo, idleMs] = [looks, performance.now() - idleFromMs];
  assert.ok(idleTo - idleFrom <= 1 + idleMs / 1e3, `${idleTo - idleFrom} looks in ${idleMs} ms`);
  writeFileSync(file, "written");
  for (let step = 0; step < 20; step++) await pause(10);
  assert.ok(looks - idleTo >= 4, `${looks - idleTo} looks`);
  ended.abort();
  await beyond;
  watch.close();
});
test.run();
//# sourceMappingURL=logFaults.test.js.map
