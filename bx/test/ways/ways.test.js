// test/ways/ways.test.ts
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { run } from "../clients/run.js";
import { freePort } from "../servers/servers.js";
import { missingTool } from "../support/missingTool.js";
import { nodeArguments, ROOT } from "../support/project.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var ways = suite("issue 27: the ways that people go");
var script = (name) => join(ROOT, "test", "ways", name);
var OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED.*registry|ENOTCACHED/;
ways("a newcomer gets from a clone to a webhook seen in the terminal", async () => {
  const missing = missingTool("bash", "curl", "git", "npm");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const port = await freePort();
  const env = { SOURCE: ROOT, WORK: folder.path, POSTLEDGER_PORT: `${port}`, POSTLEDGER_CONSOLE_PORT: "off" };
  const { code, output } = await run("bash", [script("newcomer.sh")], { env });
  if (OFFLINE.test(output)) return skipped("npm reaches no registry: connect the machine to one");
  assert.is(code, 0, output);
  folder.remove();
});
var TRIED = "ip link set lo up; mount --bind /etc/hosts /etc/hosts; mount -o remount,bind,ro /";
ways("an operator installs, sends, gets bounces, restores a backup and upgrades", async () => {
  const missing = missingTool(
    "bash",
    "curl",
    "ip",
    "mount",
    "npm",
    "setpriv",
    "systemd-analyze",
    "tar",
    "unshare"
  );
  if (missing !== null) return skipped(missing);
  try {
    execFileSync("unshare", ["-n", "-m", "bash", "-ec", TRIED], { stdio: "ignore" });
  } catch {
    return skipped(
      "no network namespace may be made here (run as root; in a container with --cap-add SYS_ADMIN)"
    );
  }
  const folder = temporaryFolder();
  const packing = temporaryFolder();
  const made = await run("npm", ["pack", "--silent", "--pack-destination", packing.path], { cwd: ROOT });
  assert.is(made.code, 0, made.output);
  const [file = ""] = readdirSync(packing.path);
  const env = {
    WORK: folder.path,
    PACKAGE: join(packing.path, file),
    MODULES: join(ROOT, "node_modules"),
    UNIT: join(ROOT, "ops", "systemd", "postledger.service"),
    NODE: process.execPath,
    PEERS: [process.execPath, ...nodeArguments("test/ways/operatorPeers")].join(" ")
  };
  const { code, output } = await run("unshare", ["-n", "-m", "bash", script("operator.sh")], { env });
  assert.is(code, 0, output);
  assert.match(output, "== done");
  folder.remove();
  packing.remove();
});
ways.run();
//# sourceMappingURL=ways.test.js.map
