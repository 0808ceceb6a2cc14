// test/adapters/embedded/ownership.test.ts
import { chownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { readSettings } from "../../../src/config.js";
import { openPorts } from "../../../src/main/ports.js";
import { skipped } from "../../support/skipped.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
var USER = 12345;
var test = suite("files that root makes in a data folder of another user");
test("everything belongs to the folder\u2019s owner, and to no one else", async () => {
  if (process.getuid?.() !== 0) return skipped("only root can give files to another user (run as root)");
  const folder = temporaryFolder();
  chownSync(folder.path, USER, USER);
  const ports = await openPorts(readSettings({ POSTLEDGER_DATA: folder.path }), "silent");
  const lease = await ports.leases.acquire("sender", 1e3);
  await ports.documents.collection({ name: "probe_v1", indexes: {} });
  const paths = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
  for (const name of ["ledger.sqlite", "read-models.sqlite", "master.key", "blobs", "leases/sender.lock"])
    assert.ok(paths.includes(name), `${name} is there`);
  for (const path of paths) {
    const { uid, mode } = statSync(join(folder.path, path));
    assert.is(uid, USER, path);
    assert.is(mode & 63, 0, path);
  }
  await lease?.release();
  await ports.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=ownership.test.js.map
