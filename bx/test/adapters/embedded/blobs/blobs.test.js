// test/adapters/embedded/blobs/blobs.test.ts
import { mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedBlobs } from "../../../../src/adapters/embedded/blobs/blobs.js";
import { BlobsUnavailable } from "../../../../src/ports/blobs.js";
import { blobsContract } from "../../../contract/blobs.js";
import { rejection } from "../../../contract/eventStore/events.js";
import { liftLimit, limitFiles } from "../../../faults/appendingProcess.js";
import { missingTool } from "../../../support/missingTool.js";
import { openFiles } from "../../../support/openFiles.js";
import { skipped } from "../../../support/skipped.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
blobsContract("embedded blobs", async () => {
  const folder2 = temporaryFolder();
  return {
    subject: openEmbeddedBlobs(folder2.path),
    reopen: async () => openEmbeddedBlobs(folder2.path),
    second: async () => openEmbeddedBlobs(folder2.path),
    destroy: async () => folder2.remove()
  };
});
var test = suite("embedded blobs: a put that fails leaves nothing");
var folder;
test.before.each(() => {
  folder = temporaryFolder();
});
test.after.each(() => folder.remove());
test("its folders are for their owner alone, whatever the umask", async () => {
  const before = process.umask(18);
  try {
    await openEmbeddedBlobs(folder.path).put(Buffer.from("private"));
  } finally {
    process.umask(before);
  }
  const found = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  const modes = found.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => statSync(join(parentPath, name)).mode & 511);
  assert.equal(modes, [448, 448]);
});
function left() {
  const found = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  return {
    files: found.filter((entry) => entry.isFile()).map(({ name }) => name),
    open: openFiles().filter((path) => path.startsWith(folder.path)).length
  };
}
test("when the disk is full, and the same blob can be put once there is room", async () => {
  const missing = missingTool("prlimit");
  if (missing !== null) return skipped(missing);
  const blobs = openEmbeddedBlobs(folder.path);
  const bytes = Buffer.alloc(2 * 1048576, "x");
  limitFiles(process.pid, 1048576);
  try {
    for (let n = 0; n < 2; n++) assert.instance(await rejection(blobs.put(bytes)), BlobsUnavailable);
  } finally {
    liftLimit(process.pid);
  }
  assert.equal(left(), { files: [], open: 0 });
  const ref = await blobs.put(bytes);
  assert.equal(left().files, [ref.sha256]);
  assert.ok(bytes.equals(await blobs.get(ref)));
});
test("when the place of the blob is taken by something else", async () => {
  const blobs = openEmbeddedBlobs(folder.path);
  const bytes = Buffer.from("some bytes");
  const { sha256 } = await openEmbeddedBlobs(join(folder.path, "elsewhere")).put(bytes);
  const place = join(folder.path, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const before = left();
  mkdirSync(place, { recursive: true });
  assert.instance(await rejection(blobs.put(bytes)), BlobsUnavailable);
  assert.equal(left(), before);
  rmdirSync(place);
  assert.ok(bytes.equals(await blobs.get(await blobs.put(bytes))));
});
test.run();
//# sourceMappingURL=blobs.test.js.map
