// test/main/firstStart.test.ts
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { apiKeyHash, newApiKeySecret } from "../../src/commands/workspace/apiKeySecret.js";
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { revokeApiKey } from "../../src/commands/workspace/revokeApiKey.js";
import { firstKeyFile } from "../../src/main/firstKeyFile.js";
import { firstStart } from "../../src/main/firstStart.js";
import { rejection } from "../contract/eventStore/events.js";
import { manualClock } from "../support/manualClock.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("the first key of a ledger");
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());
var by = { actor: "operator", correlation: "c", causation: null };
async function opened(data) {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  await openLedger(ledger, sealedSecrets(Buffer.alloc(32, 7), ledger.ids));
  const path = (folder) => join(folder, "first.key");
  return {
    ledger,
    start: (folder = data, show = null) => firstStart(ledger, firstKeyFile(folder, { ids: ledger.ids, log: quietLog, show })),
    /** Of the key in the file. */
    keptHash: (folder = data) => apiKeyHash(readFileSync(path(folder), "utf8").trim()),
    hashes: () => ledger.store.log.filter(({ type }) => type === "ApiKeyCreated").map(({ data: data2 }) => data2.hash)
  };
}
test("is made once, and not again after it was revoked", async ({ folder }) => {
  const { ledger, start, keptHash, hashes } = await opened(folder.path);
  const first = await start();
  assert.equal(hashes(), [keptHash()]);
  assert.equal(readdirSync(folder.path), ["first.key"]);
  assert.is(await start(), null);
  const { id: workspace } = await openWorkspace(ledger, by, "default");
  await revokeApiKey(ledger, { ...by, workspace }, first?.id ?? "");
  assert.is(await start(), null);
  assert.is(hashes().length, 1);
});
test("is made where an earlier start opened the workspace and ended before its key", async ({ folder }) => {
  const { ledger, start, keptHash, hashes } = await opened(folder.path);
  await openWorkspace(ledger, by, "default");
  assert.ok(await start());
  assert.equal(hashes(), [keptHash()]);
});
test("is in its file before it is appended: a start that cannot write it appends nothing", async ({
  folder
}) => {
  const { ledger, start, keptHash, hashes } = await opened(folder.path);
  mkdirSync(join(folder.path, "first.key"));
  await rejection(start());
  assert.is(ledger.store.log.length, 1);
  rmdirSync(join(folder.path, "first.key"));
  assert.ok(await start());
  assert.equal(hashes(), [keptHash()]);
});
test("is the one in the file where an earlier start ended after that", async ({ folder }) => {
  const { ledger, start, keptHash, hashes } = await opened(folder.path);
  const { append } = ledger.store;
  ledger.store.append = async () => {
    throw new Error("killed");
  };
  await rejection(start());
  const kept = keptHash();
  ledger.store.append = append;
  assert.ok(await start());
  assert.is(keptHash(), kept);
  assert.equal(hashes(), [kept]);
});
test("is none that lies there since before the ledger was opened: that of another ledger may be revoked", async ({
  folder
}) => {
  const { ledger, start, keptHash, hashes } = await opened(folder.path);
  const path = join(folder.path, "first.key");
  const earlier = newApiKeySecret(ledger.ids);
  writeFileSync(path, `${earlier}
`);
  const before = ledger.clock.nowMs() / 1e3 - 60;
  utimesSync(path, before, before);
  assert.ok(await start());
  assert.equal(hashes(), [keptHash()]);
  assert.is.not(keptHash(), apiKeyHash(earlier));
});
test("is one, of processes that start at once on one folder, and in it", async ({ folder }) => {
  const { start, keptHash, hashes } = await opened(folder.path);
  const made = await Promise.all([start(), start(), start()]);
  assert.is(made.filter((one) => one !== null).length, 1);
  assert.equal(hashes(), [keptHash()]);
  assert.equal(readdirSync(folder.path), ["first.key"]);
});
test("is one, of processes that start at once on folders of their own, and no other keeps a file", async ({
  folder
}) => {
  const { start, keptHash, hashes } = await opened(folder.path);
  const folders = ["one", "two", "three"].map((name) => join(folder.path, name));
  await Promise.all(folders.map((each) => start(each)));
  const keeping = folders.filter((each) => existsSync(join(each, "first.key")));
  assert.is(keeping.length, 1);
  assert.equal(hashes(), [keptHash(keeping[0])]);
});
test("is shown to a person after it is valid, and then in no file", async ({ folder }) => {
  const { start, hashes } = await opened(folder.path);
  const shown = [];
  await start(folder.path, (key) => {
    assert.equal(hashes(), [apiKeyHash(key)]);
    shown.push(key);
  });
  assert.is(shown.length, 1);
  assert.equal(readdirSync(folder.path), []);
});
test.run();
//# sourceMappingURL=firstStart.test.js.map
