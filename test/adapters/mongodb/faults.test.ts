// runs in: test:all

import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Mongo } from '../../../src/adapters/mongodb/open.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import type { Collection } from '../../../src/ports/documents.ts';
import { DocumentsUnavailable } from '../../../src/ports/documents.ts';
import { at } from '../../contract/documents/collections.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { requires } from '../../servers/requires.ts';
import { type FaultProxy, faultProxy } from '../../support/faultProxy.ts';
import { mongoAt } from './openedMongo.ts';

const { mongo: server } = await requires('mongo');
const test = suite('MongoDB that fails');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const admin = new MongoClient(server.url);
const opened: Mongo[] = [];
const proxies: FaultProxy[] = [];
const open = (url: string) => {
  const mongo = mongoAt(url);
  opened.push(mongo);
  return mongo;
};
const failNext = (times: number, data: Record<string, unknown>) =>
  admin.db('admin').command({ configureFailPoint: 'failCommand', mode: { times }, data });

/** Writes rising positions to a few documents, several at once, until stopped; then returns what was acknowledged. */
const load = (collection: Collection<{ n: number }>) => {
  const acknowledged = new Map<string, string>();
  let [stopped, failures] = [false, 0];
  const writer = async (key: string) => {
    for (let n = 1; !stopped; n += 1) {
      try {
        await collection.writeMany([{ key, position: at(n), document: { n } }]);
        acknowledged.set(key, at(n));
      } catch (error) {
        assert.instance(error, DocumentsUnavailable);
        failures += 1;
        await pause(50);
      }
    }
  };
  const writers = Array.from({ length: 8 }, (_, n) => writer(`key${n}`));
  return {
    acknowledged,
    stop: async () => {
      stopped = true;
      await Promise.all(writers);
      return failures;
    },
  };
};
const assertKept = async (
  collection: Collection<{ n: number }>,
  acknowledged: ReadonlyMap<string, string>,
) => {
  const found = await collection.getForFold([...acknowledged.keys()]);
  for (const [key, position] of acknowledged) {
    const stored = found.get(key);
    assert.ok(stored !== undefined && stored.position >= position, `${key} went back before ${position}`);
    assert.is(at(stored.document?.n ?? 0), stored.position);
  }
};

test('killed and restarted under load: every acknowledged write is there, the client goes on', async () => {
  const mongo = open(`${server.url}/killed`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  const ref = await mongo.blobs.put(randomBytes(700_000));
  const running = load(collection);
  for (let round = 0; round < 3; round += 1) {
    await pause(300);
    await server.kill();
    const atKill = new Map(running.acknowledged);
    await server.restart();
    await assertKept(collection, atKill);
  }
  await running.stop();
  await assertKept(collection, running.acknowledged);
  assert.is((await mongo.blobs.get(ref)).length, 700_000);
});

test('paused: calls end with a clear error, and work again afterwards', async () => {
  const mongo = open(`${server.url}/paused`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  await collection.writeMany([{ key: 'a', position: at(1), document: { n: 1 } }]);
  server.pause();
  // The signal comes to each of its threads by itself.
  await pause(100);
  const [read, probed] = await Promise.allSettled([collection.get('a'), mongo.probe()]);
  server.resume();
  for (const outcome of [read, probed]) {
    assert.is(outcome.status, 'rejected');
    assert.instance(outcome.status === 'rejected' && outcome.reason, DocumentsUnavailable);
  }
  assert.equal((await collection.get('a'))?.document, { n: 1 });
  await collection.writeMany([{ key: 'a', position: at(2), document: { n: 2 } }]);
});

test('a network that resets, half-closes, delays and swallows loses nothing acknowledged', async () => {
  const proxy = await faultProxy(server.port);
  proxies.push(proxy);
  const mongo = open(`mongodb://127.0.0.1:${proxy.port}/network?directConnection=true`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  const running = load(collection);
  for (const fault of [proxy.reset, proxy.halfClose, () => proxy.delay(40), proxy.reset, proxy.cut]) {
    await pause(250);
    fault();
    await pause(250);
    proxy.heal();
  }
  await pause(250);
  await running.stop();
  await assertKept(collection, running.acknowledged);
});

test('a primary that steps down is waited for', async () => {
  const mongo = open(`${server.url}/stepdown`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  for (const errorCode of [10107, 189, 11602, 91]) {
    await failNext(2, { failCommands: ['update', 'find'], errorCode });
    await collection.writeMany([{ key: `${errorCode}`, position: at(1), document: { n: 1 } }]);
    await failNext(2, { failCommands: ['update', 'find'], errorCode });
    assert.equal((await collection.get(`${errorCode}`))?.document, { n: 1 });
  }
});

test('a reader under whom the collection was exchanged reads again', async () => {
  const mongo = open(`${server.url}/exchanged`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  await collection.writeMany([{ key: 'a', position: at(1), document: { n: 1 } }]);
  for (const errorCode of [43, 175, 237, 11601, 117, 12586, 12587, 133, 202]) {
    await failNext(1, { failCommands: ['find'], errorCode });
    assert.equal((await collection.get('a'))?.document, { n: 1 }, `${errorCode}`);
  }
});

test('many documents come in one answer', async () => {
  const mongo = open(`${server.url}/many`);
  const indexes = { byN: ['n'] };
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'many_v1', indexes });
  const keys = Array.from({ length: 700 }, (_, n) => `key${n}`);
  await collection.writeMany(keys.map((key, n) => ({ key, position: at(1), document: { n } })));
  await failNext(1, { failCommands: ['getMore'], errorCode: 13 });
  assert.is((await collection.getMany(keys)).size, 700);
  assert.is((await collection.page({ index: 'byN', limit: 600 })).length, 600);
  let scanned = 0;
  for await (const _ of collection.scan()) scanned++;
  assert.is(scanned, 700);
  await failNext(0, {});
});

test('of several errors of one write the one that decides is logged', async () => {
  const mongo = open(`${server.url}/fatal`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  const refused = (...codes: number[]) =>
    failNext(1, {
      failCommands: ['update'],
      writeErrors: codes.map((code, index) => ({ index, code, errmsg: 'refused' })),
    });
  const writes = ['a', 'b'].map((key) => ({ key, position: at(1), document: { n: 1 } }));
  await refused(11000, 13);
  assert.match(String(await rejection(collection.writeMany(writes))), /code 13$/);
  // A temporary error is retried, at any place in the list.
  await refused(11000, 11600);
  await collection.writeMany(writes);
  assert.is((await collection.getMany(['a', 'b'])).size, 2);
});

test('a write without its majority is not acknowledged but repeated', async () => {
  const mongo = open(`${server.url}/majority`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  const write = (n: number) => collection.writeMany([{ key: 'a', position: at(n), document: { n } }]);
  const missing = (code: number) => ({
    failCommands: ['update', 'insert'],
    writeConcernError: { code, codeName: 'Missing', errmsg: 'no majority' },
  });
  await failNext(1, missing(64));
  await write(1);
  // The repetition collides with the first attempt's own document: still without a majority.
  await failNext(2, missing(91));
  await write(2);
  assert.equal((await collection.get('a'))?.document, { n: 2 });
  await failNext(1, missing(79));
  assert.match(String(await rejection(write(3))), /unavailable: .*79/);
  await failNext(2, missing(64));
  const bytes = randomBytes(300_000);
  assert.ok(bytes.equals(await mongo.blobs.get(await mongo.blobs.put(bytes))));
});

test('events whose write had no majority are not taken for folded because the primary has them', async () => {
  const mongo = open(`${server.url}/folded`);
  const collection = await mongo.documents.collection<object>({ name: 'load_v1', indexes: {} });
  const projection = { types: ['Opened'], keys: () => ['a'], fold: () => ({ n: 1 }) };
  const event = { id: '1', stream: 'one', revision: 0, position: at(1), type: 'Opened', data: {} };
  const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: '' };
  const fold = () =>
    foldInto({ name: 'load', version: 1, indexes: {}, ...projection }, collection, [{ ...event, metadata }]);
  const writeConcernError = { code: 79, codeName: 'Missing', errmsg: 'no majority' };
  await failNext(2, { failCommands: ['update'], writeConcernError });
  for (const _ of [1, 2]) assert.instance(await rejection(fold()), DocumentsUnavailable);
  await fold();
  assert.equal((await collection.get('a'))?.document, { n: 1 });
});

test('an upsert that lost a race to an older one is written after all', async () => {
  const mongo = open(`${server.url}/race`);
  const collection = await mongo.documents.collection<{ n: number }>({ name: 'load_v1', indexes: {} });
  const write = (n: number) => collection.writeMany([{ key: 'a', position: at(n), document: { n } }]);
  const collision = { index: 0, code: 11000, errmsg: 'E11000 duplicate key' };
  await write(1);
  await failNext(1, { failCommands: ['update'], writeErrors: [collision] });
  await write(2);
  assert.equal((await collection.get('a'))?.document, { n: 2 });
});

test('a final refusal is reported at once, without the contents of the write', async () => {
  const mongo = open(`${server.url}/refused`);
  const collection = await mongo.documents.collection<{ secret: string }>({ name: 'load_v1', indexes: {} });
  await failNext(1, { failCommands: ['update'], errorCode: 13 });
  const error = await rejection(
    collection.writeMany([{ key: 'zoe@example.org', position: at(1), document: { secret: 'whsec_1' } }]),
  );
  assert.instance(error, DocumentsUnavailable);
  assert.not.match(JSON.stringify([String(error), (error as Error).cause]), /zoe|whsec/);
});

test('a server that is not there rejects, and serves once it is', async () => {
  await server.kill();
  const mongo = open(`${server.url}/late`);
  const outcome = await rejection(mongo.documents.list());
  assert.instance(outcome, DocumentsUnavailable);
  await server.restart();
  assert.equal(await mongo.documents.list(), []);
});

// After each test, also one that failed: an open connection would hold up the run.
test.after.each(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
  for (const proxy of proxies.splice(0)) await proxy.close();
});
test.after(async () => {
  await admin.close();
  await server.stop();
});
test.run();
