// runs in: test:all

import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../src/adapters/position.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { requires } from '../../servers/requires.ts';
import { mongoAt } from './openedMongo.ts';

const { mongo: server } = await requires('mongo');
const admin = new MongoClient(server.url);
const test = suite('MongoDB: read models that are sharded');
const definition = { name: 'folded_v1', indexes: {} };
const next = { name: 'folded_v1_next', indexes: {} };
const inPlaceOf = definition.name;
const position = positionAt(1);

const isSharded = async (database: string) =>
  (await admin.db(database).command({ collStats: definition.name })).sharded;

async function rebuilt(database: string, { shard }: { readonly shard: boolean }): Promise<void> {
  const mongo = mongoAt(`${server.url}/${database}`);
  try {
    await mongo.documents.collection(definition);
    if (shard)
      await admin
        .db('admin')
        .command({ shardCollection: `${database}.${inPlaceOf}`, key: { _id: 'hashed' } });
    const fresh = await mongo.documents.collection<{ n: number }>(next, { inPlaceOf });
    await fresh.writeMany([{ key: 'a', position, document: { n: 1 } }]);
    await mongo.documents.replace([{ name: definition.name, by: next.name }]);
    const collection = await mongo.documents.collection<{ n: number }>(definition);
    assert.equal((await collection.get('a'))?.document, { n: 1 });
  } finally {
    await mongo.close();
  }
}

test('what takes the place of a sharded collection is sharded, and else not', async () => {
  await rebuilt('whole', { shard: false });
  assert.is(await isSharded('whole'), false);
  await rebuilt('divided', { shard: true });
  assert.is(await isSharded('divided'), true);
});

test('a user who may not shard gets an error before anything is folded', async () => {
  const mongo = mongoAt(`${server.url}/refused`);
  await mongo.documents.collection(definition);
  await admin.db('admin').command({ shardCollection: `refused.${inPlaceOf}`, key: { _id: 'hashed' } });
  await admin.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times: 1 },
    data: { failCommands: ['shardCollection'], errorCode: 13 },
  });
  const error = await rejection(mongo.documents.collection(next, { inPlaceOf }));
  assert.match(String(error), /folded_v1 is sharded, and the user .* may not shard folded_v1_next/);
  await mongo.close();
});

test.after(async () => {
  await admin.close();
  await server.stop();
});
test.run();
