// test/adapters/embedded/coordination/leases.test.ts
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedLeases } from "../../../../src/adapters/embedded/coordination/leases.js";
import { leasesContract } from "../../../contract/leases.js";
import { manualClock } from "../../../support/manualClock.js";
import { openFiles } from "../../../support/openFiles.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
import { wallClock } from "../../../support/wallClock.js";
leasesContract("embedded leases", async () => {
  const folder2 = temporaryFolder();
  const opened = [];
  const open = () => {
    const leases = openEmbeddedLeases(folder2.path, { clock: wallClock });
    opened.push(leases);
    return leases;
  };
  return {
    subject: open(),
    second: async () => open(),
    destroy: async () => {
      for (const leases of opened) await leases.close();
      folder2.remove();
    }
  };
});
var test = suite("embedded leases and their files");
var TTL_MS = 6e4;
var folder;
test.before.each(() => {
  folder = temporaryFolder();
});
test.after.each(() => folder.remove());
var openHere = () => openFiles().filter((path) => path.startsWith(folder.path)).length;
test("a hundred refusals leave no file open", async () => {
  const holder = openEmbeddedLeases(folder.path, { clock: manualClock() });
  const refused = openEmbeddedLeases(folder.path, { clock: { sleep: async () => {
  } } });
  await holder.acquire("sender", TTL_MS);
  const before = openHere();
  for (let n = 0; n < 100; n++) assert.is(await refused.acquire("sender", TTL_MS), null);
  assert.ok(openHere() <= before + 1, `${openHere()} files are open, ${before} were before`);
  await holder.close();
  await refused.close();
  assert.is(openHere(), 0, "all are closed at the end");
});
test("a lease that was never taken is not held, which asks for no file", async () => {
  const leases = openEmbeddedLeases(folder.path, { clock: manualClock() });
  assert.is(await leases.isHeld("sender/whole"), false);
  assert.equal(readdirSync(folder.path), []);
  await leases.close();
});
test("a lease that is held for three milliseconds more is waited for", async () => {
  const clock = manualClock();
  const holder = openEmbeddedLeases(folder.path, { clock });
  const next = openEmbeddedLeases(folder.path, { clock });
  const held = await holder.acquire("sender", TTL_MS);
  const acquired = next.acquire("sender", TTL_MS);
  await clock.advance(3);
  await held?.release();
  await clock.advance(20);
  const lease = await acquired;
  assert.ok(lease !== null, "it is taken once it is free");
  await holder.close();
  await next.close();
});
test("a lock file that cannot be used is an error, and not a lease that is held", async () => {
  const leases = openEmbeddedLeases(folder.path, { clock: { sleep: async () => {
  } } });
  const outcome = (call) => call.then(
    (value) => value,
    () => "rejected"
  );
  await (await leases.acquire("sender", TTL_MS))?.release();
  const [name = ""] = readdirSync(folder.path);
  const file = join(folder.path, name);
  const spoilings = {
    "text in the place of a database": () => writeFileSync(file, "this is no database. ".repeat(500)),
    "a folder in the place of the file": () => mkdirSync(file)
  };
  for (const [what, spoil] of Object.entries(spoilings)) {
    rmSync(file, { recursive: true, force: true });
    spoil();
    assert.is(await outcome(leases.isHeld("sender")), "rejected", `isHeld finds ${what}`);
    assert.is(await outcome(leases.acquire("sender", TTL_MS)), "rejected", `acquire finds ${what}`);
    assert.is(openHere(), 0, `no file stays open after ${what}`);
  }
  rmSync(file, { recursive: true });
  assert.is(await leases.isHeld("sender"), false);
  assert.ok(await leases.acquire("sender", TTL_MS) !== null, "without it the lease can be taken again");
  await leases.close();
});
test.run();
//# sourceMappingURL=leases.test.js.map
