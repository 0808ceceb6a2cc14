import { documentsContract } from '../../contract/documents.ts';
import { eventStoreContract } from '../../contract/eventStore.ts';
import { plainDocuments, plainStore } from './plainStores.ts';
import { worldDocuments } from './worldDocuments.ts';
import { worldLog } from './worldLog.ts';

/** The stores of the world keep the same rules as the adapters, as long as no fault is under way. */
const opened = <Subject>(subject: Subject) => ({
  subject,
  second: async () => subject,
  destroy: async () => {},
});

eventStoreContract('the log of the world', async () => opened(plainStore(worldLog(() => 0))));
documentsContract('the documents of the world', async () => opened(plainDocuments(worldDocuments(() => 0))));
