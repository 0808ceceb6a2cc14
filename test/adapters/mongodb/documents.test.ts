import { suite } from 'uvu';
import { documentsContract } from '../../contract/documents.ts';
import { requires } from '../../servers/requires.ts';
import { mongoFactory } from './openedMongo.ts';

const { mongo: server } = await requires('mongo');
documentsContract(
  'documents in MongoDB',
  mongoFactory(server, ({ documents }) => documents),
);

// The last suite to run: it ends the server.
const after = suite('the MongoDB-protocol server of documents');
after('stops', async () => {
  await server.stop();
});
after.run();
