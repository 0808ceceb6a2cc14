import { suite } from 'uvu';
import { blobsContract } from '../../contract/blobs.ts';
import { requires } from '../../servers/requires.ts';
import { mongoFactory } from './openedMongo.ts';

const { mongo: server } = await requires('mongo');
blobsContract(
  'blobs in GridFS',
  mongoFactory(server, ({ blobs }) => blobs),
);

// The last suite to run: it ends the server.
const after = suite('the MongoDB-protocol server of blobs');
after('stops', async () => {
  await server.stop();
});
after.run();
