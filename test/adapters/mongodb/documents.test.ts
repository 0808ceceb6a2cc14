import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentsContract } from '../../contract/documents.ts';
import { requires } from '../../servers/requires.ts';
import { mongoAt, mongoFactory } from './openedMongo.ts';

const { mongo: server } = await requires('mongo');
documentsContract(
  'documents in MongoDB',
  mongoFactory(server, ({ documents }) => documents),
);

// The last suite to run: it ends the server.
const after = suite('the MongoDB-protocol server of documents');
after('positions of removed documents are kept for a week', async () => {
  const mongo = mongoAt(`${server.url}/removed`);
  await mongo.documents.collection({ name: 'removed_v1', indexes: {} });
  const client = new MongoClient(server.url);
  const indexes = await client.db('removed').collection('removed_v1').indexes();
  const { key, expireAfterSeconds } = indexes.find(({ name }) => name === 'removedAt') ?? {};
  assert.equal([key, expireAfterSeconds], [{ removedAt: 1 }, 604_800]);
  await client.close();
  await mongo.close();
});
after('stops', async () => {
  await server.stop();
});
after.run();
