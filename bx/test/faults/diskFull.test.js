// test/faults/diskFull.test.ts
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedBlobs } from "../../src/adapters/embedded/blobs/blobs.js";
import { cliProcess } from "../cli/cliProcess.js";
import { eventually } from "../e2e/eventually.js";
import { missingStrace, missingTool } from "../support/missingTool.js";
import { childrenOf, startServiceProcess } from "../support/serviceProcess.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { liftLimit, limitFiles } from "./appendingProcess.js";
import { assertKept, idIn, knock, knockOn, knockUntil, of202 } from "./knockingClients.js";
import { ledgerReader } from "./ledgerReader.js";
var test = suite("the service on a disk that fails");
var of503 = (knocks) => knocks.filter(({ status }) => status === 503);
async function prove(disk) {
  const env = { POSTLEDGER_DATA: disk.data, POSTLEDGER_LOG_LEVEL: "silent", POSTLEDGER_PACE_PER_SECOND: "5" };
  let service = await startServiceProcess({ env });
  const apiKey = service.firstKey ?? "";
  const before = await knockUntil(service.url, apiKey, "before", (all) => all.length >= 50);
  assert.is(of202(before).length, before.length);
  await disk.fail(service);
  const ill = await knockUntil(
    service.url,
    apiKey,
    "ill",
    (all) => of503(all).length >= 100 || all.length > 5e4
  );
  assert.ok(of503(ill).length >= 100, "the service met the fault");
  for (const { status, text } of ill) assert.ok(status === 202 || status === 503, `${status} ${text}`);
  for (const { retryAfter, text } of of503(ill)) {
    assert.match(retryAfter ?? "", /^[1-9]\d*$/);
    assert.is(JSON.parse(text).error.code, "unavailable");
  }
  const ready = await fetch(`${service.url}/readyz`);
  assert.is(ready.status, 503, "it does not say that it is ready");
  await ready.text();
  assert.is((await fetch(`${service.url}/healthz`)).status, 200, "it lives");
  await disk.heal(service);
  const again = await Promise.all(
    of503(ill).slice(0, 50).map(({ key }) => knockOn(service.url, apiKey, key))
  );
  const after = await knockUntil(service.url, apiKey, "after", (all) => of202(all).length >= 50);
  await eventually("it is ready again", async () => (await fetch(`${service.url}/readyz`)).status === 200);
  await service.kill();
  const answered = of202([...before, ...ill, ...again.flat(), ...after]);
  const acknowledged = new Map(answered.map(({ key, text }) => [key, idIn(text)]));
  service = await startServiceProcess({ env: { ...env, POSTLEDGER_PACE_PER_SECOND: "1000" } });
  for (const key of ["before-0", "after-0"])
    assert.is(idIn((await knock(service.url, apiKey, key)).text), acknowledged.get(key));
  const ledger = await ledgerReader(disk.data);
  const kept = await assertKept(ledger, answered);
  await eventually("every message is sent", async () => (await ledger.open()).messages === 0);
  console.log(
    `${acknowledged.size} messages acknowledged, ${of503(ill).length} calls answered 503; lost: 0; ${kept - acknowledged.size} kept though their caller was told nothing good`
  );
  const refs = [...JSON.stringify(await ledger.events()).matchAll(/"sha256":"(\w{64})","length":(\d+)/g)];
  const blobs = openEmbeddedBlobs(join(disk.data, "blobs"));
  for (const [, sha256 = "", length] of refs) await blobs.get({ sha256, length: Number(length) });
  assert.ok(refs.length > 30, `${refs.length} blobs are named by the log, and all are whole`);
  await ledger.close();
  assert.is(await service.stop(), 0);
  const verified = await cliProcess(env, "projections", "verify");
  assert.is(verified.exitCode, 0, `${verified.stdout}${verified.stderr}`);
  disk.remove();
}
test("files that may not grow: 503 with Retry-After, nothing acknowledged is lost, then all goes on", async () => {
  const missing = missingTool("prlimit");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  await prove({
    data,
    fail: async ({ pid }) => limitFiles(pid, statSync(join(data, "ledger.sqlite-wal")).size),
    heal: async ({ pid }) => liftLimit(pid),
    remove: () => folder.remove()
  });
});
test("a disk without room: the same", async () => {
  const missing = missingTool("mount", "umount", "dd");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const disk = join(folder.path, "disk");
  mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", disk]).status === 0;
  if (!mounted) {
    folder.remove();
    return skipped(
      "no file system may be mounted here (run as root; in a container with --cap-add SYS_ADMIN)"
    );
  }
  const ballast = join(disk, "ballast");
  try {
    await prove({
      data: join(disk, "data"),
      fail: async () => {
        const fill = spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=4096"]);
        assert.match(String(fill.stderr), /No space left/);
      },
      heal: async () => rmSync(ballast),
      remove: () => {
      }
    });
  } finally {
    spawnSync("umount", ["-l", disk]);
    folder.remove();
  }
});
var REFUSALS = {
  "a disk that refuses to sync": "fdatasync,fsync,msync:error=EIO",
  "a disk that fails to write": "pwrite64,pwritev,ftruncate,fdatasync,fsync:error=EIO",
  "a disk that the system has made read-only": "pwrite64,pwritev,ftruncate,mkdir,rename,unlink:error=EROFS"
};
for (const [name, refused] of Object.entries(REFUSALS))
  test(`${name}: the same`, async () => {
    const missing = missingStrace();
    if (missing !== null) return skipped(missing);
    const folder = temporaryFolder();
    const said = join(folder.path, "strace");
    writeFileSync(said, "");
    let injector = null;
    await prove({
      data: join(folder.path, "data"),
      async fail({ pid }) {
        const both = [pid, ...childrenOf(pid)].flatMap((each) => ["-p", String(each)]);
        const calls = refused.slice(0, refused.indexOf(":"));
        const args = ["-f", ...both, "-o", said, "-e", `trace=${calls}`, "-e", `inject=${refused}`];
        injector = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
        let heard = "";
        injector.stderr?.on("data", (text) => {
          heard += text;
        });
        await eventually("strace is attached", () => heard.split("attached").length > both.length / 2);
        await sleep(300);
      },
      async heal() {
        const ended = new Promise((resolve) => injector?.once("exit", resolve));
        injector?.kill("SIGINT");
        await ended;
      },
      remove: () => folder.remove()
    });
  });
test.run();
//# sourceMappingURL=diskFull.test.js.map
