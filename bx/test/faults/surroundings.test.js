// test/faults/surroundings.test.ts
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { cliProcess } from "../cli/cliProcess.js";
import { eventually } from "../e2e/eventually.js";
import { missingLinux, missingTool } from "../support/missingTool.js";
import { COMMAND_LINE } from "../support/project.js";
import {
  backgroundOf,
  startServiceProcess
} from "../support/serviceProcess.js";
import { fileSkipped, skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { assertKept, knockUntil, of202 } from "./knockingClients.js";
import { ledgerReader } from "./ledgerReader.js";
var missing = missingLinux();
if (missing !== null) fileSkipped(missing);
var USER = 12345;
var test = suite("a service whose surroundings fail");
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());
var start = (data, more = {}) => startServiceProcess({ env: { POSTLEDGER_DATA: data, POSTLEDGER_PACE_PER_SECOND: "1000" }, ...more });
var isReady = async ({ url }) => (await fetch(`${url}/readyz`)).status === 200;
var enough = (count) => (knocks) => of202(knocks).length >= count;
async function assertWhole(data, knocks) {
  const ledger = await ledgerReader(data);
  await eventually("every message is sent", async () => (await ledger.open()).messages === 0);
  await assertKept(ledger, knocks);
  await ledger.close();
  const verified = await cliProcess({ POSTLEDGER_DATA: data }, "projections", "verify");
  assert.is(verified.exitCode, 0, `${verified.stdout}${verified.stderr}`);
}
test("no descriptor is left: calls are refused or cut off, none is lost, and all goes on with some", async ({
  folder
}) => {
  const none = missingTool("prlimit");
  if (none !== null) return skipped(none);
  const service = await start(folder.path);
  const key = service.firstKey ?? "";
  const before = await knockUntil(service.url, key, "before", enough(50));
  const both = [service.pid, await backgroundOf(service)];
  const limit = (descriptors) => {
    for (const pid of both) spawnSync("prlimit", [`--nofile=${descriptors(pid)}:`, "--pid", String(pid)]);
  };
  limit((pid) => String(readdirSync(`/proc/${pid}/fd`).length));
  const ill = await knockUntil(service.url, key, "ill", (all) => all.length - of202(all).length >= 100);
  for (const { status, text } of ill)
    assert.ok(status === null || status === 202 || status === 503, `${status} ${text}`);
  limit(() => "4096");
  const after = await knockUntil(service.url, key, "after", enough(50));
  await eventually("it is ready", () => isReady(service));
  await assertWhole(folder.path, [...before, ...ill, ...after]);
  assert.is(await service.stop(), 0);
});
test("the process of requests is stopped for longer than a silent background may be: both go on", async ({
  folder
}) => {
  const service = await start(folder.path);
  const key = service.firstKey ?? "";
  const before = await knockUntil(service.url, key, "before", enough(20));
  const background = await backgroundOf(service);
  service.pause();
  await sleep(65e3);
  service.resume();
  const after = await knockUntil(service.url, key, "after", enough(20));
  await eventually("it is ready", () => isReady(service));
  await assertWhole(folder.path, [...before, ...after]);
  assert.is(await backgroundOf(service), background, "it was not taken for hung");
  assert.is(await service.stop(), 0);
});
test("two services on one folder, one of which is killed: every message is sent once", async ({ folder }) => {
  const first = await start(folder.path);
  const second = await start(folder.path);
  const key = first.firstKey ?? "";
  const knocks = await Promise.all(
    [first, second].map(({ url }, n) => knockUntil(url, key, `both-${n}`, enough(60), 4))
  );
  await first.kill();
  const after = await knockUntil(second.url, key, "after", enough(20));
  const sent = [...knocks.flat(), ...after];
  for (const { status, text } of sent) assert.is(status, 202, text);
  await assertWhole(folder.path, sent);
  await eventually("it is ready", () => isReady(second));
  assert.is(await second.stop(), 0);
  const ledger = await ledgerReader(folder.path);
  const delivered = (await ledger.events()).filter(({ type }) => type === "Delivered");
  assert.is(new Set(delivered.map(({ stream }) => stream)).size, delivered.length);
  assert.is(delivered.length, sent.length);
  await ledger.close();
});
for (const [what, own] of [
  ["a folder", []],
  ["files", [""]]
])
  test(`${what} of another user: the start is refused in a sentence, and nothing is changed`, async ({
    folder
  }) => {
    const none = missingTool("setpriv");
    if (none !== null) return skipped(none);
    if (process.getuid?.() !== 0)
      return skipped("only root can start a service as another user (run as root)");
    const data = join(folder.path, "data");
    const service = await start(data);
    await knockUntil(service.url, service.firstKey ?? "", "before", enough(5));
    assert.is(await service.stop(), 0);
    const files = () => readdirSync(data, { recursive: true }).sort();
    const before = files();
    chmodSync(folder.path, 493);
    for (const path of own) chownSync(join(data, path), USER, USER);
    const args = [`--reuid=${USER}`, "--clear-groups", process.execPath, ...COMMAND_LINE, "serve"];
    const env = { PATH: process.env.PATH, POSTLEDGER_DATA: data, POSTLEDGER_PORT: "0" };
    const { status, stdout, stderr } = spawnSync("setpriv", args, { env, encoding: "utf8", timeout: 6e4 });
    const said = stdout + stderr;
    assert.is(status, 1, said);
    assert.match(said, data);
    assert.not.match(said, /\n\s+at /, "no stack");
    assert.equal(files(), before);
  });
test("512 MiB of memory for both processes: neither is killed under load", async ({ folder }) => {
  const group = memoryGroup(512 * 1048576);
  if (group === null)
    return skipped("no group of processes can be made (run as root; in a container with --privileged)");
  const entering = `--import=data:text/javascript,${encodeURIComponent(
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(group, "cgroup.procs"))}, '0')`
  )}`;
  const service = await start(folder.path, { program: [entering, ...COMMAND_LINE] });
  const background = await backgroundOf(service);
  const limited = readFileSync(join(group, "cgroup.procs"), "utf8").split("\n").map(Number);
  for (const pid of [service.pid, background]) assert.ok(limited.includes(pid), `${pid} is limited`);
  const knocks = await knockUntil(service.url, service.firstKey ?? "", "many", enough(3e3), 32);
  for (const { status, text } of knocks) assert.ok(status === 202 || status === 503, `${status} ${text}`);
  await assertWhole(folder.path, knocks);
  assert.is(await backgroundOf(service), background);
  assert.is(await service.stop(), 0);
  rmdirSync(group);
});
function memoryGroup(bytes) {
  const first = existsSync("/sys/fs/cgroup/memory");
  const group = join("/sys/fs/cgroup", first ? "memory" : "", `postledger-test-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, first ? "memory.limit_in_bytes" : "memory.max"), String(bytes));
    assert.match(readFileSync(join(group, "cgroup.procs"), "utf8"), /^$/);
    return group;
  } catch {
    return null;
  }
}
test.run();
//# sourceMappingURL=surroundings.test.js.map
