import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type Document as BsonDocument, MongoClient, type WithId } from 'mongodb';
import { openEventStoreDb } from '../src/adapters/eventstoredb/open.ts';
import { openMongo } from '../src/adapters/mongodb/open.ts';
import { systemClock } from '../src/adapters/node/systemClock.ts';
import { BEGINNING } from '../src/events/event.ts';
import { type AnyProjection, collectionOf, openProjection } from '../src/follow/fold/projection.ts';
import { contacts } from '../src/projections/contacts.ts';
import { foldLog } from '../src/rebuild/foldLog.ts';
import { startMongo, startRedis } from '../test/servers/servers.ts';
import { childDouble } from '../test/support/childDouble.ts';
import { quietLog } from '../test/support/quietLog.ts';
import { inBenchFolder, secondsOf, serviceEnv, uuidOf } from './benchFolder.ts';
import { METADATA } from './messageLog.ts';
import { perMessage } from './perMessage.ts';
import { foldAll, type PinnedServer, ROOM, startPinned, startService } from './pinned.ts';
import { line, median, rate, ratio } from './report.ts';
import { sentBy } from './senders.ts';
import { generateSends } from './sends.ts';
import { projectedBy } from './workers.ts';

const CONNECTIONS = 64;
const ACCEPT_MS = 5_000;
const ROUNDS = 3;
const MESSAGES = 15_000;
/** Documents that the service writes in one call, and the bare client too. */
const BULK = 500;
const SERVER_CORE = 0;
/** Messages whose calls are counted, and over how many partitions. */
const COUNTED_MESSAGES = 500;
const PARTITIONS = [4, 16];
/** The server holds what it is given in memory, three times over here. */
const MONGO_HEAP_MIB = 4_096;

/**
 * The service over the engines against their bare clients doing the same calls: accepted sends a second over
 * `appendToStream` in a handler that does nothing else, both on one core under one load; events projected a
 * second over reading, `find` and `bulkWrite` of the same documents; and two processes over one, projecting and
 * sending. The event store is the double of test/double, and all engines share the two cores with the processes.
 */
export async function run(events = 150_000): Promise<void> {
  await inBenchFolder(async (data) => {
    const [mongo, redis] = [await startMongo({ heapMiB: MONGO_HEAP_MIB }), await startRedis()];
    const double = await childDouble(`${data}-eventstore`);
    const contactLog = await childDouble(`${data}-contacts`);
    const engines = { EVENTSTORE_URL: double.url, REDIS_URL: redis.url };
    const env = serviceEnv(data, { POSTLEDGER_MASTER_KEY: 'a1'.repeat(32), ...engines });
    try {
      for (const [at, partitions] of PARTITIONS.entries()) {
        const ownLog = await childDouble(`${data}-counted-${partitions}`);
        const own = {
          POSTLEDGER_DATA: `${data}-${partitions}`,
          EVENTSTORE_URL: ownLog.url,
          MONGODB_URL: `${mongo.url}/counted-${partitions}`,
          REDIS_URL: `${redis.url}/${8 + at}`,
        };
        await perMessage({ ...env, ...own }, partitions, COUNTED_MESSAGES);
        await ownLog.kill();
      }
      await accepting({ ...env, MONGODB_URL: `${mongo.url}/accepting` }, double.url);
      // A log of its own, which holds nothing but what is projected.
      await fill(contactLog.url, events);
      await projecting(contactLog.url, mongo.url, events);
      const workers = { ...env, EVENTSTORE_URL: contactLog.url, REDIS_URL: `${redis.url}/4` };
      const one = await projectedBy(1, workers, `${mongo.url}/one`, events);
      const two = await projectedBy(
        2,
        { ...workers, REDIS_URL: `${redis.url}/1` },
        `${mongo.url}/two`,
        events,
      );
      line('projecting processes: one', rate(one));
      line('projecting processes: two', `${rate(two)}, ratio ${ratio(two / one)}`);
      await sending(env, mongo.url, redis.url);
    } finally {
      await Promise.all([double.kill(), contactLog.kill(), mongo.stop(), redis.stop()]);
    }
  });
}

async function sending(
  env: Readonly<Record<string, string>>,
  mongoUrl: string,
  redisUrl: string,
): Promise<void> {
  const by = async (processes: number) => {
    const mailLog = await childDouble(`${env.POSTLEDGER_DATA}-mail-${processes}`);
    const own = {
      EVENTSTORE_URL: mailLog.url,
      MONGODB_URL: `${mongoUrl}/mail-${processes}`,
      REDIS_URL: `${redisUrl}/${1 + processes}`,
    };
    const perSecond = await sentBy(processes, { ...env, ...own }, MESSAGES);
    await mailLog.kill();
    return perSecond;
  };
  const one = await by(1);
  const two = await by(2);
  line('sending processes, a relay of 50 ms: one', rate(one));
  line('sending processes, a relay of 50 ms: two', `${rate(two)}, ratio ${ratio(two / one)}`);
}

async function accepting(env: Readonly<Record<string, string>>, url: string): Promise<void> {
  const first = await startService(SERVER_CORE, env);
  await first.stop();
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const handler = await startPinned(
      SERVER_CORE,
      [ROOM, '--import', 'tsx', 'bench/bareAppendServer.ts', url],
      {},
    );
    bare.push(await acceptedBy(handler, null));
    await foldAll(SERVER_CORE, env);
    const server = await startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: 'api' });
    ours.push(await acceptedBy(server, first.key));
  }
  line(`bare appendToStream in an empty handler, ${CONNECTIONS} at once`, rate(median(bare)));
  line(
    'accepted sends, api role alone',
    `${rate(median(ours))}, ratio ${ratio(median(ours) / median(bare))}`,
  );
}

async function acceptedBy(server: PinnedServer, key: string | null): Promise<number> {
  const { perSecond } = await generateSends(
    { url: server.url, key },
    { connections: CONNECTIONS, durationMs: ACCEPT_MS, warmUpMs: 1_500 },
  );
  await server.stop();
  return perSecond;
}

/** Contacts in the log: one document an event, as a bulk write of as many documents has it. */
async function fill(url: string, events: number): Promise<void> {
  const store = openEventStoreDb(url, { clock: systemClock, log: quietLog });
  let next = 0;
  const writer = async () => {
    while (next < events) {
      const n = next++;
      const data = { email: `person${n}@receiver.test`, firstName: 'Ann', subscribed: true };
      const event = { id: randomUUID(), type: 'ContactSaved', data, metadata: METADATA };
      await store.append(`contact-${uuidOf(1, n)}`, 'no-stream', [event]);
    }
  };
  await Promise.all(Array.from({ length: 256 }, writer));
  await store.close();
}

async function projecting(eventStoreUrl: string, mongoUrl: string, events: number): Promise<void> {
  const dependencies = { clock: systemClock, log: quietLog };
  const store = openEventStoreDb(eventStoreUrl, dependencies);
  const mongo = openMongo(`${mongoUrl}/folding`, dependencies);
  const client = new MongoClient(mongoUrl, { writeConcern: { w: 'majority', journal: true } });
  const projection = contacts as unknown as AnyProjection;
  const collection = await openProjection(mongo.documents, projection);
  const folded = events / (await secondsOf(() => foldLog(store, [{ projection, collection }], BEGINNING)));
  const records = await client.db('folding').collection(collectionOf(projection).name).find().toArray();
  if (records.length !== events) throw new Error(`${records.length} documents of ${events}`);
  const bare = await secondsOf(() => projectBare(eventStoreUrl, client, records));
  line('bare clients: readAll, find, bulkWrite', `${rate(events / bare)} events`);
  line('events projected, one projection', `${rate(folded)}, ratio ${ratio(folded / (events / bare))}`);
  await Promise.all([store.close(), mongo.close(), client.close()]);
}

/** The calls of one projection by the clients alone, one after another: the log is read, the same documents written. */
async function projectBare(
  eventStoreUrl: string,
  client: MongoClient,
  records: readonly WithId<BsonDocument>[],
): Promise<void> {
  const target = client.db('bare').collection('contacts');
  const eventStore = EventStoreDBClient.connectionString(eventStoreUrl);
  let read = 0;
  let written = 0;
  const write = async (to: number) => {
    const batch = records.slice(written, to);
    written = to;
    await target.find({ _id: { $in: batch.map(({ _id }) => _id) } }).toArray();
    const operations = batch.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement, upsert: true },
    }));
    await target.bulkWrite(operations, { ordered: false });
  };
  for await (const { event } of eventStore.readAll({ maxCount: Number.MAX_SAFE_INTEGER })) {
    if (event?.type !== 'ContactSaved') continue;
    read++;
    if (read - written === BULK) await write(read);
  }
  if (read !== records.length) throw new Error(`${read} events for ${records.length} documents`);
  if (read > written) await write(read);
  await eventStore.dispose();
}
