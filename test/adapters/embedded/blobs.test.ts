import { openEmbeddedBlobs } from '../../../src/adapters/embedded/blobs.ts';
import { blobsContract } from '../../contract/blobs.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

blobsContract('embedded blobs', async () => {
  const folder = temporaryFolder();
  return {
    subject: openEmbeddedBlobs(folder.path),
    reopen: async () => openEmbeddedBlobs(folder.path),
    second: async () => openEmbeddedBlobs(folder.path),
    destroy: async () => folder.remove(),
  };
});
