// test/cli/otherUser.test.ts
import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { begunLedger } from "../support/begunLedger.js";
import { missingTool } from "../support/missingTool.js";
import { COMMAND_LINE } from "../support/project.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("commands of another user than that of the data folder");
var USER = "12345";
test("are told that they may not look into it, and not that nothing is there", async () => {
  const none = missingTool("setpriv");
  if (none !== null) return skipped(none);
  if (process.getuid?.() !== 0) return skipped("only root can run a command as another user (run as root)");
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  await begunLedger({ POSTLEDGER_DATA: data });
  chmodSync(folder.path, 493);
  chmodSync(data, 448);
  const before = readdirSync(data).sort();
  const answering = createServer((_, response) => void response.end()).listen(0, "127.0.0.1");
  await once(answering, "listening");
  answering.unref();
  const { port } = answering.address();
  const run = (...line) => {
    const args = [`--reuid=${USER}`, "--clear-groups", process.execPath, ...COMMAND_LINE, ...line];
    const env = { PATH: process.env.PATH, POSTLEDGER_DATA: data, POSTLEDGER_PORT: String(port) };
    return new Promise((resolve) => {
      execFile(
        "setpriv",
        args,
        { env, timeout: 6e4 },
        (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr })
      );
    });
  };
  for (const line of ["keys list", "backup /nowhere", "bounces list", "audit verify"]) {
    const { status, stdout, stderr } = await run(...line.split(" "));
    assert.equal([status, stdout], [1, ""], `${line}: ${stderr}`);
    assert.match(stderr, /^postledger: EACCES: permission denied, .*\/data/, line);
    assert.is(stderr.trim().split("\n").length, 1, stderr);
  }
  const { checks } = JSON.parse((await run("doctor", "--json")).stdout);
  for (const name of ["service", "data folder", "master key", "ledger"]) {
    const check = checks.find((each) => each.name === name);
    assert.is(check.ok, false, name);
    assert.match(check.says, "permission denied", name);
  }
  assert.equal(readdirSync(data).sort(), before);
  answering.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=otherUser.test.js.map
