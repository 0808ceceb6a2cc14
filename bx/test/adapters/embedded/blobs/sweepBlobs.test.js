// test/adapters/embedded/blobs/sweepBlobs.test.ts
import { readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedBlobs } from "../../../../src/adapters/embedded/blobs/blobs.js";
import { removeUnlessPutSince, setAsidePath } from "../../../../src/adapters/embedded/blobs/sweepBlobs.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("a sweep of embedded blobs, step by step");
test.before.each((state) => {
  state.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());
var CUT_MS = Date.UTC(2020, 0, 1);
var BYTES = Buffer.from("some bytes");
async function fixture(path) {
  const blobs = openEmbeddedBlobs(path);
  const ref = await blobs.put(BYTES);
  const parent = join(path, ref.sha256.slice(0, 2), ref.sha256.slice(2, 4));
  const file = join(parent, ref.sha256);
  const age = (name) => utimesSync(name, new Date(CUT_MS - 1e3), new Date(CUT_MS - 1e3));
  const sweep = async (needed) => {
    const found = [];
    const options = { isNeeded: () => needed, putBeforeMs: CUT_MS, dryRun: false };
    for await (const each of blobs.sweep(options)) found.push(each);
    return found;
  };
  const isWhole = async () => BYTES.equals(await blobs.get(ref));
  return { blobs, file, parent, age, sweep, isWhole };
}
test("what is set aside can be read", async ({ folder }) => {
  const { file, isWhole } = await fixture(folder.path);
  renameSync(file, setAsidePath(file));
  assert.ok(await isWhole());
});
test("put just before it is set aside: it comes back", async ({ folder }) => {
  const { blobs, file, age, isWhole, parent } = await fixture(folder.path);
  age(file);
  await blobs.put(BYTES);
  assert.is(await removeUnlessPutSince(file, CUT_MS), false);
  assert.ok(await isWhole());
  assert.equal(readdirSync(parent).length, 1);
});
test("put just after it is set aside: it is written again, and outlives the end of the sweep", async ({
  folder
}) => {
  const { blobs, file, age, sweep, isWhole, parent } = await fixture(folder.path);
  age(file);
  renameSync(file, setAsidePath(file));
  await blobs.put(BYTES);
  assert.equal(readdirSync(parent).length, 2);
  await sweep(false);
  assert.ok(await isWhole());
  assert.equal(readdirSync(parent).length, 1);
});
test("a sweep that died in the midst leaves nothing missing: the next one decides again", async ({
  folder
}) => {
  const { file, age, sweep, isWhole, parent } = await fixture(folder.path);
  age(file);
  renameSync(file, setAsidePath(file));
  await sweep(true);
  assert.ok(await isWhole());
  assert.equal(readdirSync(parent), [file.slice(parent.length + 1)]);
  renameSync(file, setAsidePath(file));
  await sweep(false);
  assert.equal(readdirSync(parent), []);
});
test("what a put that was cut off has left goes, when it is old", async ({ folder }) => {
  const { file, age, sweep, isWhole } = await fixture(folder.path);
  const [old, young] = [`${file}.0123456789ab`, `${file}.ba9876543210`];
  writeFileSync(old, "some");
  writeFileSync(young, "some b");
  age(old);
  const swept = await sweep(true);
  const inOrder = swept.sort((one, other) => one.bytes - other.bytes);
  assert.is(new Set(inOrder.map(({ sha256 }) => sha256)).size, 1);
  const outcomes = inOrder.map(({ bytes, removed }) => ({ bytes, removed }));
  assert.equal(outcomes, [
    { bytes: 4, removed: true },
    { bytes: 6, removed: false },
    { bytes: 10, removed: false }
  ]);
  assert.ok(await isWhole());
});
function afterEachLook(steps) {
  const { stat } = files;
  const slowed = async (...asked) => {
    const found = await stat(...asked);
    if (String(asked[0]).includes(".swept")) await steps.shift()?.();
    if (steps.length === 0) files.stat = stat;
    syncBuiltinESMExports();
    return found;
  };
  files.stat = slowed;
  syncBuiltinESMExports();
}
test("put while two sweeps remove it: it outlives both", async ({ folder }) => {
  const { blobs, file, age, isWhole, parent } = await fixture(folder.path);
  age(file);
  let second;
  const isLookedAt = new Promise(
    (resolve) => afterEachLook([
      async () => {
        await blobs.put(BYTES);
        second = removeUnlessPutSince(file, CUT_MS);
        await isLookedAt;
      },
      async () => {
        resolve();
        await first;
      }
    ])
  );
  const first = removeUnlessPutSince(file, CUT_MS);
  assert.is(await first, true);
  assert.is(await second, false);
  assert.ok(await isWhole());
  assert.equal(readdirSync(parent).length, 1);
});
test.run();
//# sourceMappingURL=sweepBlobs.test.js.map
