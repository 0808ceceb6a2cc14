// test/cli/newerFormats.test.ts
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openSqlite } from "../../src/adapters/embedded/sqlite.js";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { begunLedger } from "../support/begunLedger.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("a command on files of a newer version");
for (const [name, says] of [
  [
    "read-models.sqlite",
    /read-models\.sqlite has the format 9, and this version knows 2: start the version that wrote it, or move the file away, and the read models are built again\.$/
  ],
  ["ledger.sqlite", /ledger\.sqlite was written by a newer version \(format 9; this one knows 2\)/]
])
  test(`${name}: says so in one sentence`, async () => {
    const folder = temporaryFolder();
    const command = async () => {
      let stderr2 = "";
      const exitCode2 = await runCli(["workspaces", "list"], {
        env: { POSTLEDGER_DATA: folder.path },
        stdout: () => {
        },
        stderr: (text) => {
          stderr2 += text;
        },
        isWatched: false,
        open: openDependencies
      });
      return { exitCode: exitCode2, stderr: stderr2 };
    };
    await begunLedger({ POSTLEDGER_DATA: folder.path });
    assert.equal(await command(), { exitCode: 0, stderr: "" });
    const db = openSqlite(join(folder.path, name), { busyTimeoutMs: 1e3 });
    db.exec("PRAGMA user_version = 9");
    db.close();
    const { exitCode, stderr } = await command();
    assert.is(exitCode, 1);
    assert.is(stderr.trimEnd().split("\n").length, 1, stderr);
    assert.match(stderr.trimEnd(), says);
    folder.remove();
  });
test.run();
//# sourceMappingURL=newerFormats.test.js.map
