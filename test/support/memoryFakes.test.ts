// runs in: test:all

import { blobsContract } from '../contract/blobs.ts';
import { partsContract } from '../contract/documents/parts.ts';
import { documentsContract } from '../contract/documents.ts';
import { eventStoreContract } from '../contract/eventStore.ts';
import { memoryBlobs } from './memoryBlobs.ts';
import { memoryDocuments } from './memoryDocuments.ts';
import { memoryEventStore } from './memoryEventStore.ts';

/** What the tests of everything above the ports rest on keeps the same rules as the adapters. */
const opened = <Subject>(subject: Subject) => ({
  subject,
  second: async () => subject,
  destroy: async () => {},
});

eventStoreContract('a log in memory', async () => opened(memoryEventStore()));
documentsContract('documents in memory', async () => opened(memoryDocuments()));
partsContract('documents in memory: parts', async () => opened(memoryDocuments()), true);
blobsContract('blobs in memory', async () => opened(memoryBlobs(() => Date.now())));
