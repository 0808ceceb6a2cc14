// test/faults/guardNamespace.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { run } from "../clients/run.js";
import { missingTool } from "../support/missingTool.js";
import { nodeArguments } from "../support/project.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("the guard in a network namespace");
var CHILD = nodeArguments("test/faults/guardNamespaceChild");
var WAYS = [
  ["-n", "-m"],
  ["-r", "-n", "-m"]
];
async function unshared() {
  for (const way of WAYS) {
    const tried = await run("unshare", [
      ...way,
      "sh",
      "-c",
      "ip link set lo up && mount --bind /etc/hosts /etc/resolv.conf"
    ]);
    if (tried.code === 0) return way;
  }
  return null;
}
test("what is public is posted to, and nothing else, whatever its name says and when", async () => {
  const missing = missingTool("unshare", "sh", "ip", "mount");
  if (missing !== null) return skipped(missing);
  const way = await unshared();
  if (way === null)
    return skipped(
      "no network namespace can be made here (run as root; in a container with --cap-add SYS_ADMIN --cap-add NET_ADMIN)"
    );
  const folder = temporaryFolder();
  const script = [
    "set -e",
    "ip link set lo up",
    "for a in 93.184.215.14 93.184.215.53 10.0.0.1 169.254.169.254; do ip addr add $a/32 dev lo; done",
    "six=; ip -6 addr add 2606:2800:220:1::14/128 dev lo nodad && six=six",
    `printf 'nameserver 93.184.215.53\\n' > '${folder.path}/resolv.conf'`,
    `mount --bind '${folder.path}/resolv.conf' /etc/resolv.conf`,
    `exec '${process.execPath}' ${CHILD.map((argument) => `'${argument}'`).join(" ")} '${folder.path}' $six`
  ].join("\n");
  const { code, stdout, output } = await run("unshare", [...way, "sh", "-c", script]);
  assert.is(code, 0, output);
  const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  folder.remove();
  assert.equal(report.refused, report.shouldRefuse, "refused at creation");
  assert.equal(report.outcomes, {
    "hooks.test": "delivered",
    ...report.hasV6 && { "six.test": "delivered" },
    "turned.test": "address_refused",
    "joined.test": "address_refused",
    "metadata.test": "address_refused"
  });
  const publicOnes = [...report.hasV6 ? ["2606:2800:220:1::14"] : [], "93.184.215.14"];
  assert.equal(Object.keys(report.reached).sort(), publicOnes);
  assert.ok(report.flickering.length === 6, "every sample came to something");
  for (const outcome of report.flickering) assert.match(outcome, /^(delivered|address_refused)$/);
  if (!report.hasV6) skipped("there is no IPv6 here (sysctl -w net.ipv6.conf.all.disable_ipv6=0)");
});
test.run();
//# sourceMappingURL=guardNamespace.test.js.map
