// test/adapters/embedded/coordination/leaseOfTheDead.test.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedLeases } from "../../../../src/adapters/embedded/coordination/leases.js";
import { manualClock } from "../../../support/manualClock.js";
import { missingPidNamespace } from "../../../support/missingTool.js";
import { nodeArguments } from "../../../support/project.js";
import { skipped } from "../../../support/skipped.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
import { wallClock } from "../../../support/wallClock.js";
var test = suite("embedded leases and the life of their processes");
var HOLDER = nodeArguments("test/adapters/embedded/coordination/leaseHolder");
async function holder(folder, under = []) {
  const [command = process.execPath, ...rest] = [...under, process.execPath];
  const child = spawn(command, [...rest, ...HOLDER, folder, "sender"], {
    stdio: ["ignore", "pipe", "inherit"]
  });
  if (child.stdout === null) throw new Error("the holder has no output");
  const [said] = await once(child.stdout, "data");
  return {
    said: said.toString().trim(),
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  };
}
test("a lease dies with its process, however long its time was", async () => {
  const folder = temporaryFolder();
  const leases = openEmbeddedLeases(folder.path, { clock: wallClock });
  for (let round = 0; round < 2; round++) {
    const other = await holder(folder.path);
    assert.is(other.said, "held");
    assert.is(await leases.acquire("sender", 1e3), null);
    assert.ok(await leases.isHeld("sender"));
    await other.kill();
    assert.not(await leases.isHeld("sender"));
    const lease = await leases.acquire("sender", 6e5);
    assert.ok(lease !== null);
    await lease?.release();
  }
  await leases.close();
  folder.remove();
});
test("a holder keeps its lease as long as it lives, also when the clock is changed", async () => {
  const folder = temporaryFolder();
  const clock = manualClock();
  const one = openEmbeddedLeases(folder.path, { clock });
  const two = openEmbeddedLeases(folder.path, { clock: wallClock });
  const lease = await one.acquire("sender", 6e3);
  await clock.advance(864e5);
  assert.is(await two.acquire("sender", 6e3), null);
  assert.not(lease?.lost.aborted);
  await one.close();
  assert.ok(lease?.lost.aborted);
  assert.ok(await two.acquire("sender", 6e3) !== null);
  await two.close();
  folder.remove();
});
test("two containers on one folder: a lease holds across their process namespaces", async () => {
  const inNamespace = ["unshare", "--pid", "--fork", "--kill-child"];
  const missing = missingPidNamespace();
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const first = await holder(folder.path, inNamespace);
  assert.is(first.said, "held");
  const second = await holder(folder.path, inNamespace);
  assert.is(second.said, "refused");
  await second.kill();
  await first.kill();
  const leases = openEmbeddedLeases(folder.path, { clock: wallClock });
  const freed = async () => {
    for (; ; ) {
      const lease = await leases.acquire("sender", 1e3);
      if (lease !== null) return lease;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await (await freed()).release();
  await leases.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=leaseOfTheDead.test.js.map
