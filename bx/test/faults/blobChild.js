// test/faults/blobChild.ts
import { writeSync } from "node:fs";
import { openEmbeddedBlobs } from "../../src/adapters/embedded/blobs/blobs.js";
var [folder = ""] = process.argv.slice(2);
var blobs = openEmbeddedBlobs(folder);
for (const text of ["one", "two", "three", "three"]) {
  const { sha256 } = await blobs.put(Buffer.from(text));
  writeSync(1, `put ${sha256}
`);
}
await blobs.close();
//# sourceMappingURL=blobChild.js.map
