import { writeSync } from 'node:fs';
import { openEmbeddedBlobs } from '../../src/adapters/embedded/blobs/blobs.ts';

// A process that puts blobs into the folder in argv[2], the last of them twice, and says each on standard output.
const [folder = ''] = process.argv.slice(2);
const blobs = openEmbeddedBlobs(folder);
for (const text of ['one', 'two', 'three', 'three']) {
  const { sha256 } = await blobs.put(Buffer.from(text));
  writeSync(1, `put ${sha256}\n`);
}
await blobs.close();
