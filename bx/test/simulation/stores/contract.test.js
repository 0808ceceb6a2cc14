// test/simulation/stores/contract.test.ts
import { documentsContract } from "../../contract/documents.js";
import { eventStoreContract } from "../../contract/eventStore.js";
import { plainDocuments, plainStore } from "./plainStores.js";
import { worldDocuments } from "./worldDocuments.js";
import { worldLog } from "./worldLog.js";
var opened = (subject) => ({
  subject,
  second: async () => subject,
  destroy: async () => {
  }
});
eventStoreContract("the log of the world", async () => opened(plainStore(worldLog(() => 0))));
documentsContract("the documents of the world", async () => opened(plainDocuments(worldDocuments(() => 0))));
//# sourceMappingURL=contract.test.js.map
