// runs in: test:all

import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openMongo } from '../../../src/adapters/mongodb/open.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { newPart, partsContract } from '../../contract/parts.ts';
import { requires } from '../../servers/requires.ts';
import { databaseAt } from '../../servers/runningMongo.ts';
import { quietLog } from '../../support/quietLog.ts';
import { wallClock } from '../../support/wallClock.ts';
import { mongoAt } from './openedMongo.ts';

const { mongo: server } = await requires('mongo');
const freshName = () => `t${randomUUID().replaceAll('-', '')}`;

partsContract('parts in MongoDB', async (clock) => {
  const url = databaseAt(server.url, freshName());
  const opened = [openMongo(url, { log: quietLog, clock })];
  const open = async () => {
    const mongo = openMongo(url, { log: quietLog, clock });
    opened.push(mongo);
    return mongo.parts;
  };
  const [first] = opened;
  if (first === undefined) throw new Error('nothing was opened');
  return {
    subject: first.parts,
    second: open,
    reopen: async () => {
      await first.close();
      return open();
    },
    destroy: async () => {
      for (const mongo of opened) await mongo.close();
    },
  };
});

/** It waits for nothing. */
const HURRIED = { ...wallClock, sleep: async () => {} };

const test = suite('parts in MongoDB: the database');
const admin = new MongoClient(server.url);

test('they lie in a database of their own, under the commitment, and name their event', async () => {
  const name = freshName();
  const mongo = mongoAt(databaseAt(server.url, name));
  const part = newPart();
  await mongo.parts.put([part]);
  const [record] = await admin.db(`${name}_parts`).collection('parts').find().toArray();
  const { commitment, ...rest } = part;
  assert.equal({ ...record, putAt: null }, { _id: commitment, ...rest, putAt: null });
  assert.equal(await admin.db(name).collections(), []);
  await mongo.close();
});

test('a put that no majority takes is an outage', async () => {
  const mongo = openMongo(databaseAt(server.url, freshName()), {
    ...{ log: quietLog, callMs: 1_500 },
    clock: HURRIED,
  });
  await mongo.parts.put([newPart()]);
  const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };
  await admin.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times: 100 },
    data: { failCommands: ['update'], writeConcernError },
  });
  assert.instance(await rejection(mongo.parts.put([newPart()])), EventStoreUnavailable);
  await admin.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
  await mongo.parts.put([newPart()]);
  await mongo.close();
});

test('a server that is away is an outage that names the parts and quotes nothing', async () => {
  const mongo = openMongo(databaseAt(server.url, freshName()), {
    ...{ log: quietLog, callMs: 1_500 },
    clock: HURRIED,
  });
  const part = newPart();
  await mongo.parts.put([part]);
  await server.kill();
  for (const call of [() => mongo.parts.put([newPart()]), () => mongo.parts.find([part.commitment])]) {
    const error = await rejection(call());
    assert.instance(error, EventStoreUnavailable);
    assert.match(String(error), 'the parts of its events');
    assert.not.match(String(error), 'ann@example.net');
  }
  await server.restart();
  assert.is((await mongo.parts.find([part.commitment])).size, 1);
  await mongo.close();
});

test.after(async () => {
  await admin.close();
  await server.stop();
});
test.run();
