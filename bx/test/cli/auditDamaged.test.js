// test/cli/auditDamaged.test.ts
import { existsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { openSqlite } from "../../src/adapters/embedded/sqlite.js";
import { sealedLog } from "../audit/sealedLog.js";
import { quietLog } from "../support/quietLog.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { commandOn, linesIn } from "./exportedLedger.js";
var test = suite("audit of a damaged ledger");
async function damagedLedger(damage) {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  const { ledger, event, write, seal } = await sealedLog(store);
  await write(29);
  await seal();
  await write(10);
  await seal();
  await ledger.store.append(
    "note-last",
    "no-stream",
    Array.from({ length: 10 }, () => event("last"))
  );
  const length = Number(await store.head());
  await store.close();
  damage(join(folder.path, "ledger.sqlite"));
  const env = {
    POSTLEDGER_DATA: folder.path,
    POSTLEDGER_MASTER_KEY: "09".repeat(32)
  };
  return {
    length,
    file: join(folder.path, "export.jsonl"),
    run: (...argv) => commandOn(env, ...argv),
    remove: folder.remove
  };
}
function statement(sql) {
  return (file) => {
    const db = openSqlite(file, { busyTimeoutMs: 1e3 });
    db.exec(sql);
    db.close();
  };
}
test("an event that is missing: what is before it is verified and exported, never as if it were all", async () => {
  const { run, file, remove } = await damagedLedger(statement("DELETE FROM events WHERE position = 38"));
  const verified = await run("audit", "verify");
  assert.is(verified.exitCode, 5);
  assert.match(verified.stdout, /THE LOG DOES NOT FIT: the event at position 38 is missing/);
  assert.match(verified.stdout, /37 events compared with 1 seal, and fit only up to seal 1 /);
  for (let time = 0; time < 2; time++) {
    const { exitCode, stderr } = await run("audit", "export", file);
    assert.is(exitCode, 4, stderr);
    assert.match(stderr, /the event at position 38 is missing: run audit verify and doctor/);
    assert.is(linesIn(file).length, 38, "the first line and 37 events");
    assert.is(existsSync(`${file}.lock`), false);
  }
  remove();
});
test("a log that was cut in the middle of a batch ends there, and a seal about more is named", async () => {
  const cut = await damagedLedger(statement("DELETE FROM events WHERE position > 47"));
  assert.ok(cut.length > 47);
  const exported = await cut.run("audit", "export", cut.file, "--json");
  assert.is(exported.exitCode, 0, exported.stderr);
  assert.is(JSON.parse(exported.stdout).events, 47);
  const fits = await cut.run("audit", "verify");
  assert.is(fits.exitCode, 0, `only a witness knows more: ${fits.stdout}`);
  assert.match(fits.stdout, /47 events compared with 2 seals/);
  cut.remove();
});
test("a file that was cut off is not taken for a ledger that was never opened, nor for a whole one", async () => {
  for (const share of [0.1, 0.3, 0.5, 0.9]) {
    const { run, file, remove } = await damagedLedger(
      (ledger) => truncateSync(ledger, Math.floor(statSync(ledger).size * share))
    );
    for (const command of [["verify"], ["export", file], ["key"], ["witness", "--file", `${file}-w`]]) {
      const { exitCode, stderr } = await run("audit", ...command);
      assert.is(exitCode, 4, `${share}: ${command.join(" ")}: ${stderr}`);
      assert.match(stderr, /run doctor|is damaged/);
    }
    remove();
  }
});
test.run();
//# sourceMappingURL=auditDamaged.test.js.map
