// src/adapters/embedded/blobs/blobsBackup.ts
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, nullIfMissing } from "../../node/durableFiles.js";
import { openEmbeddedBlobs } from "./blobs.js";
var BLOB_NAME = /^[0-9a-f]{64}$/;
var MAX_NAMED = 20;
async function backUpBlobs(from, to, onBytes) {
  await makeFolder(to);
  const copies = openEmbeddedBlobs(to);
  const damaged = [];
  let blobs = 0;
  let bytes = 0;
  for await (const file of blobFiles(from)) {
    const content = await readFile(file).catch(nullIfMissing);
    if (content === null) continue;
    const { sha256 } = await copies.put(content);
    if (!file.endsWith(sha256)) {
      if (damaged.length < MAX_NAMED) damaged.push(file);
      continue;
    }
    blobs++;
    bytes += content.length;
    onBytes(content.length);
  }
  return { blobs, bytes, damaged };
}
async function bytesOfBlobs(folder) {
  let bytes = 0;
  for await (const file of blobFiles(folder))
    bytes += await stat(file).then(
      ({ size }) => size,
      () => 0
    );
  return bytes;
}
async function* blobFiles(folder) {
  for (const one of await names(folder))
    for (const two of await names(join(folder, one)))
      for (const name of await names(join(folder, one, two)))
        if (BLOB_NAME.test(name)) yield join(folder, one, two, name);
}
async function names(folder) {
  const found = await readdir(folder).catch((error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  return found.sort();
}
export {
  backUpBlobs,
  bytesOfBlobs
};
//# sourceMappingURL=blobsBackup.js.map
