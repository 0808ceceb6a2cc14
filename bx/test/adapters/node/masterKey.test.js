// test/adapters/node/masterKey.test.ts
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { MASTER_KEY_FILE, openMasterKey } from "../../../src/adapters/node/masterKey.js";
import { seededIds } from "../../support/seededIds.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
var test = suite("master key");
var folder;
test.before.each(() => {
  folder = temporaryFolder();
});
test.after.each(() => folder.remove());
test("the setting is used unchanged, and nothing is written", async () => {
  const key = await openMasterKey("0123456789abcdef".repeat(4), folder.path, seededIds());
  assert.is(key.toString("hex"), "0123456789abcdef".repeat(4));
  assert.equal(readdirSync(folder.path), []);
});
test("without one it is made once, for its owner alone", async () => {
  const data = join(folder.path, "deep", "data");
  const key = await openMasterKey(void 0, data, seededIds("one"));
  assert.is(key.length, 32);
  assert.ok(key.equals(await openMasterKey(void 0, data, seededIds("two"))));
  assert.equal(readdirSync(data), [MASTER_KEY_FILE]);
  assert.is(statSync(join(data, MASTER_KEY_FILE)).mode & 511, 384);
});
test("processes that start at once get the same key", async () => {
  const keys = await Promise.all(
    Array.from({ length: 20 }, (_, n) => openMasterKey(void 0, folder.path, seededIds(`process ${n}`)))
  );
  assert.is(new Set(keys.map((key) => key.toString("hex"))).size, 1);
  assert.equal(readdirSync(folder.path), [MASTER_KEY_FILE]);
  assert.is(readFileSync(join(folder.path, MASTER_KEY_FILE), "utf8").trim(), keys[0]?.toString("hex"));
});
test("a damaged key is refused, never replaced", async () => {
  writeFileSync(join(folder.path, MASTER_KEY_FILE), "abc");
  for (const open of [
    () => openMasterKey(void 0, folder.path, seededIds()),
    () => openMasterKey("xyz", folder.path, seededIds())
  ]) {
    const error = await open().then(
      () => null,
      (fault) => fault
    );
    assert.match(error.message, /64 hex digits/);
  }
  assert.is(readFileSync(join(folder.path, MASTER_KEY_FILE), "utf8"), "abc");
});
test.run();
//# sourceMappingURL=masterKey.test.js.map
