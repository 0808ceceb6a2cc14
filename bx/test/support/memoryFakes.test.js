// test/support/memoryFakes.test.ts
import { blobsContract } from "../contract/blobs.js";
import { documentsContract } from "../contract/documents.js";
import { eventStoreContract } from "../contract/eventStore.js";
import { memoryBlobs } from "./memoryBlobs.js";
import { memoryDocuments } from "./memoryDocuments.js";
import { memoryEventStore } from "./memoryEventStore.js";
var opened = (subject) => ({
  subject,
  second: async () => subject,
  destroy: async () => {
  }
});
eventStoreContract("a log in memory", async () => opened(memoryEventStore()));
documentsContract("documents in memory", async () => opened(memoryDocuments()));
blobsContract("blobs in memory", async () => opened(memoryBlobs(() => Date.now())));
//# sourceMappingURL=memoryFakes.test.js.map
