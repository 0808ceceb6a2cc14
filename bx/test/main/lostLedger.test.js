// test/main/lostLedger.test.ts
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { DataFolderRefused } from "../../src/adapters/embedded/dataFolderRefused.js";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { readSettings } from "../../src/config.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { rejection } from "../contract/eventStore/events.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("a data folder whose parts do not belong together");
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());
var KEY = "a".repeat(64);
var OTHER_KEY = "b".repeat(64);
var environmentOf = (data, key) => ({
  POSTLEDGER_DATA: data,
  POSTLEDGER_PORT: "0",
  POSTLEDGER_ROLES: "api,projector,sender,dispatcher",
  POSTLEDGER_LOG_LEVEL: "silent",
  POSTLEDGER_MASTER_KEY: key
});
async function served(data, { key = KEY, isNew = false } = {}) {
  const settings = readSettings(environmentOf(data, key));
  const service = await startService(settings, await openPorts(settings, "silent", { isNew }));
  await service.stop();
  return service.firstKey;
}
async function command(data, line) {
  let printed = "";
  const print = (text) => {
    printed += text;
  };
  const host = { env: environmentOf(data, KEY), stdout: print, stderr: print, isWatched: false };
  return { exitCode: await runCli(line.split(" "), { ...host, open: openDependencies }), printed };
}
function withoutLedger(data) {
  for (const name of readdirSync(data)) if (name.startsWith("ledger.sqlite")) rmSync(join(data, name));
}
test("read models without their ledger: no start and no command makes a new one unasked", async ({
  folder
}) => {
  await served(folder.path);
  withoutLedger(folder.path);
  const refused = await rejection(served(folder.path));
  assert.instance(refused, DataFolderRefused);
  assert.match(refused.message, "read-models.sqlite but no ledger.sqlite");
  assert.match(refused.message, "postledger serve --new");
  const { exitCode, printed } = await command(folder.path, "keys list");
  assert.is(exitCode, 1);
  assert.match(printed, "but no ledger.sqlite");
  assert.not.ok(readdirSync(folder.path).includes("ledger.sqlite"));
  assert.ok(await served(folder.path, { isNew: true }), "asked for, it begins again with a first key");
  const { printed: keys } = await command(folder.path, "keys list --json");
  assert.is(JSON.parse(keys).length, 1, "the keys of the ledger before are gone with it");
});
test("blobs without their ledger are refused, and a master key alone is not", async ({ folder }) => {
  writeFileSync(join(folder.path, "master.key"), `${KEY}
`, { mode: 384 });
  mkdirSync(join(folder.path, "blobs"));
  assert.ok(await served(folder.path));
  withoutLedger(folder.path);
  for (const name of readdirSync(folder.path))
    if (name.startsWith("read-models")) rmSync(join(folder.path, name));
  writeFileSync(join(folder.path, "blobs", "left"), "x");
  assert.match((await rejection(served(folder.path))).message, "blobs but no ledger.sqlite");
});
for (const name of ["ledger.sqlite.part", "read-models.sqlite.part"])
  test(`a backup that was broken off, with ${name}, is taken for no new ledger`, async ({ folder }) => {
    writeFileSync(join(folder.path, name), "");
    const refused = await rejection(served(folder.path));
    assert.instance(refused, DataFolderRefused);
    assert.match(refused.message, `holds ${name} but no ledger.sqlite: it is a backup that was broken off`);
    const { exitCode, printed } = await command(folder.path, "keys list");
    assert.is(exitCode, 1);
    assert.match(printed, "a backup that was broken off");
    assert.equal(
      readdirSync(folder.path).filter((each) => each.startsWith("ledger.sqlite")),
      name.startsWith("ledger") ? [name] : []
    );
  });
test("another master key is refused by name", async ({ folder }) => {
  await served(folder.path);
  const refused = await rejection(served(folder.path, { key: OTHER_KEY }));
  assert.is(refused.name, "MasterKeyRefused");
  assert.not.match(refused.message, OTHER_KEY);
  await served(folder.path);
});
test("a service of two processes says it without a stack", async ({ folder }) => {
  await served(folder.path);
  const env = { ...environmentOf(folder.path, OTHER_KEY), POSTLEDGER_ROLES: "all" };
  const { message } = await rejection(startServiceProcess({ env }));
  assert.match(message, /^postledger: the master key is not the one/m);
  assert.not.match(message, /^ {4}at /m);
});
test("the ledger of another installation with these read models is refused by name", async ({ folder }) => {
  const [one, two] = [join(folder.path, "one"), join(folder.path, "two")];
  for (const data of [one, two]) await served(data);
  assert.is((await command(two, "credits grant 5")).exitCode, 0);
  cpSync(one, join(folder.path, "mixed"), { recursive: true });
  const mixed = join(folder.path, "mixed");
  withoutLedger(mixed);
  copyFileSync(join(two, "ledger.sqlite"), join(mixed, "ledger.sqlite"));
  const refused = await rejection(served(mixed));
  assert.is(refused.name, "ReadModelsRefused");
  const { exitCode, printed } = await command(mixed, "credits balance");
  assert.is(exitCode, 1);
  assert.match(printed, "the read models are those of ledger");
});
test.run();
//# sourceMappingURL=lostLedger.test.js.map
