// runs in: test:all

import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { partsContract } from '../../contract/documents/parts.ts';
import { documentsContract } from '../../contract/documents.ts';
import { requiresMongo } from '../../servers/requires.ts';
import { databaseAt } from '../../servers/runningMongo.ts';
import { mongoAt, mongoFactory } from './openedMongo.ts';

const server = await requiresMongo();
const factory = mongoFactory(server, ({ documents }) => documents);
documentsContract('documents in MongoDB', factory, 1);
partsContract('documents in MongoDB: parts', factory, false);

// The last suite to run: it ends the server.
const after = suite('the MongoDB-protocol server of documents');
after('positions of removed documents stay for a week', async () => {
  const mongo = mongoAt(databaseAt(server.url, 'removed'));
  await mongo.documents.collection({ name: 'removed_v1', indexes: {} });
  const client = new MongoClient(server.url);
  const indexes = await client.db('removed').collection('removed_v1').indexes();
  const { key, expireAfterSeconds } = indexes.find(({ name }) => name === 'removedAt') ?? {};
  assert.equal([key, expireAfterSeconds], [{ removedAt: 1 }, 604_800]);
  await client.close();
  await mongo.close();
});
after('the expiry of an earlier release is replaced by ours', async () => {
  const url = databaseAt(server.url, 'kept_otherwise');
  const client = new MongoClient(url);
  const expiry = { name: 'removedAt', sparse: true, expireAfterSeconds: 3_600 };
  await client.db().dropDatabase();
  await client.db().collection('kept_v1').createIndex({ removedAt: 1 }, expiry);
  const mongo = mongoAt(url);
  await mongo.documents.collection({ name: 'kept_v1', indexes: {} });
  // Refused with code 85 if it were another.
  const ours = { ...expiry, expireAfterSeconds: 604_800 };
  await client.db().collection('kept_v1').createIndex({ removedAt: 1 }, ours);
  await client.close();
  await mongo.close();
});
after('stops', async () => {
  await server.stop();
});
after.run();
