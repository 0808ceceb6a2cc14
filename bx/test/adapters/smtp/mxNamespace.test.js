// test/adapters/smtp/mxNamespace.test.ts
import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { missingTool } from "../../support/missingTool.js";
import { nodeArguments } from "../../support/project.js";
import { skipped } from "../../support/skipped.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
var test = suite("mail to the recipients\u2019 own servers, in a network namespace");
var PROGRAM = nodeArguments("test/adapters/smtp/namespaceMailerProcess");
var UP = `
mount -t tmpfs tmpfs /run
ip netns add servers
ip link set lo up
ip link add here type veth peer name there netns servers
ip addr add 11.0.0.9/24 dev here
ip -6 addr add 2a00::9/64 dev here nodad
ip link set here up
ip -n servers addr add 11.0.0.1/24 dev there
ip -n servers addr add 11.0.0.2/24 dev there
ip -n servers -6 addr add 2a00::1/64 dev there nodad
ip -n servers link set there up
mount --bind "$RESOLV" /etc/resolv.conf
exec "$@"
`;
var TRIED = "mount -t tmpfs tmpfs /run; ip netns add servers; ip link add here type veth peer name there netns servers";
var REMEDY = "run as root; in a container with --cap-add SYS_ADMIN --cap-add NET_ADMIN";
function mayUnshare() {
  try {
    execFileSync("unshare", ["-n", "-m", "sh", "-ec", TRIED], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
test("hosts are found by DNS, tried by preference, over both families, and never inwards", async () => {
  const missing = missingTool("unshare", "sh", "ip", "mount");
  if (missing !== null) return skipped(missing);
  if (!mayUnshare()) return skipped(`no network namespace may be made here (${REMEDY})`);
  const folder = temporaryFolder();
  const resolv = join(folder.path, "resolv.conf");
  writeFileSync(resolv, "nameserver 127.0.0.1\n");
  const people = ["both", "bare", "six", "null", "nowhere", "inward"].map((name) => `you@${name}.test`);
  const { stdout } = await promisify(execFile)(
    "unshare",
    ["-n", "-m", "sh", "-ec", UP, "sh", process.execPath, ...PROGRAM, ...people],
    {
      env: { PATH: process.env.PATH, RESOLV: resolv }
    }
  );
  folder.remove();
  const { ends, four, six } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  assert.equal(ends, {
    "you@both.test": "delivered",
    "you@bare.test": "delivered",
    "you@six.test": "delivered",
    "you@null.test": "bounced recipient",
    "you@nowhere.test": "bounced recipient",
    "you@inward.test": "deferred destination"
  });
  assert.equal(
    four,
    ["you@both.test true", "you@bare.test true"],
    "past the host that refuses, and encrypted"
  );
  assert.equal(six, ["you@six.test true"]);
});
test.run();
//# sourceMappingURL=mxNamespace.test.js.map
