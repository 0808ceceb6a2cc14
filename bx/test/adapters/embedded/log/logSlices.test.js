// test/adapters/embedded/log/logSlices.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { logReader } from "../../../../src/adapters/embedded/log/logReader.js";
import { logSlices } from "../../../../src/adapters/embedded/log/logSlices.js";
import { openSqlite } from "../../../../src/adapters/embedded/sqlite.js";
import { LogDamaged } from "../../../../src/ports/eventStore.js";
import { freshStream, newEvent, numbered, rejection } from "../../../contract/eventStore/events.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("a few events of the embedded log");
async function ledger() {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await store.append(freshStream(), "no-stream", numbered(19));
  await store.append(freshStream(), "no-stream", [newEvent({}, "Sought")]);
  const reader = logReader(folder.path);
  return {
    store,
    reader,
    path: `${folder.path}/ledger.sqlite`,
    async close() {
      reader.close();
      await store.close();
      folder.remove();
    }
  };
}
test("are all that come after a position, where they are few", async () => {
  const { reader, close } = await ledger();
  assert.is(await reader.few(3), null, "seventeen are too many");
  const sixteen = await reader.few(4);
  assert.is(sixteen?.events.length, 16);
  assert.is(sixteen?.position, 20);
  assert.is(sixteen?.atEnd, true);
  const sought = await reader.few(4, ["Sought"]);
  assert.equal(
    sought?.events.map(({ type }) => type),
    ["Sought"]
  );
  assert.is(sought?.position, 20, "what is of other types is passed");
  assert.equal(await reader.few(20), { events: [], position: 20, atEnd: true });
  await close();
});
test("are read in slices where they are large", async () => {
  const { store, reader, close } = await ledger();
  const large = { text: "x".repeat(3e5) };
  await store.append(freshStream(), "no-stream", [newEvent(large)]);
  assert.is((await reader.few(20))?.events.length, 1);
  await store.append(freshStream(), "no-stream", [newEvent(large)]);
  assert.is(await reader.few(20), null);
  await close();
});
test("are refused where one is missing, or damaged", async () => {
  const { reader, path, close } = await ledger();
  const db = openSqlite(path, { busyTimeoutMs: 1e3 });
  db.exec(`UPDATE events SET type = 'Ignored' WHERE position = 15`);
  assert.match(String(await rejection(reader.few(10))), "the event at position 15 was changed");
  assert.is((await reader.few(10, ["Sought"]))?.events.length, 1, "by those who read it");
  db.exec("DELETE FROM events WHERE position = 15");
  assert.match(String(await rejection(reader.few(10, ["Sought"]))), "positions 11 to 20 only 9 are there");
  db.close();
  await close();
});
test("are refused where a value is of another kind", () => {
  for (const row of [
    [1, "s", 0, "Sought", "id", "at", "w", 0, null, "{}"],
    [1, "s", 0, null, "id", "at", "w", 0, "{}", "{}"]
  ]) {
    const rows = { all: () => [row] };
    const { few } = logSlices(
      "folder",
      () => rows,
      () => 1
    );
    let thrown;
    try {
      few(0, ["Sought"]);
    } catch (error) {
      thrown = error;
    }
    assert.instance(thrown, LogDamaged);
  }
});
test.run();
//# sourceMappingURL=logSlices.test.js.map
