import { suite } from 'uvu';
import { blobsContract } from '../../contract/blobs.ts';
import { startMongo } from '../../servers/servers.ts';
import { mongoFactory } from './openedMongo.ts';

const server = await startMongo();
if (server !== null) {
  blobsContract(
    'blobs in GridFS',
    mongoFactory(server, ({ blobs }) => blobs),
  );
}

// The last suite to run: it ends the server.
const after = suite('the MongoDB-protocol server of blobs');
after('stops', async () => {
  await server?.stop();
});
after.run();
