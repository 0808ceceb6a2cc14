// runs in: test:all

import { suite } from 'uvu';
import { blobsContract } from '../../contract/blobs.ts';
import { requiresMongo } from '../../servers/requires.ts';
import { mongoFactory } from './openedMongo.ts';

const server = await requiresMongo();
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
