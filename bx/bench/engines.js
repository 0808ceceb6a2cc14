// bench/engines.ts
import { randomUUID } from "node:crypto";
import { EventStoreDBClient } from "@eventstore/db-client";
import { MongoClient } from "mongodb";
import { openEventStoreDb } from "../src/adapters/eventstoredb/open.js";
import { openMongo } from "../src/adapters/mongodb/open.js";
import { systemClock } from "../src/adapters/node/systemClock.js";
import { BEGINNING } from "../src/events/event.js";
import { contacts } from "../src/projections/contacts.js";
import { collectionOf, openProjection } from "../src/runtime/fold/projection.js";
import { foldLog } from "../src/runtime/rebuild/foldLog.js";
import { startMongo, startRedis } from "../test/servers/servers.js";
import { childDouble } from "../test/support/childDouble.js";
import { quietLog } from "../test/support/quietLog.js";
import { inBenchFolder, secondsOf, serviceEnv, uuidOf } from "./benchFolder.js";
import { METADATA } from "./messageLog.js";
import { perMessage } from "./perMessage.js";
import { foldAll, ROOM, startPinned, startService } from "./pinned.js";
import { line, median, rate, ratio } from "./report.js";
import { sentBy } from "./senders.js";
import { generateSends } from "./sends.js";
import { projectedBy } from "./workers.js";
var CONNECTIONS = 64;
var ACCEPT_MS = 5e3;
var ROUNDS = 3;
var MESSAGES = 15e3;
var BULK = 500;
var SERVER_CORE = 0;
var COUNTED_MESSAGES = 500;
var PARTITIONS = [4, 16];
var MONGO_HEAP_MIB = 4096;
async function run(events = 15e4) {
  await inBenchFolder(async (data) => {
    const [mongo, redis] = [await startMongo({ heapMiB: MONGO_HEAP_MIB }), await startRedis()];
    const double = await childDouble(`${data}-eventstore`);
    const contactLog = await childDouble(`${data}-contacts`);
    const engines = { EVENTSTORE_URL: double.url, REDIS_URL: redis.url };
    const env = serviceEnv(data, { POSTLEDGER_MASTER_KEY: "a1".repeat(32), ...engines });
    try {
      for (const [at, partitions] of PARTITIONS.entries()) {
        const ownLog = await childDouble(`${data}-counted-${partitions}`);
        const own = {
          POSTLEDGER_DATA: `${data}-${partitions}`,
          EVENTSTORE_URL: ownLog.url,
          MONGODB_URL: `${mongo.url}/counted-${partitions}`,
          REDIS_URL: `${redis.url}/${8 + at}`
        };
        await perMessage({ ...env, ...own }, partitions, COUNTED_MESSAGES);
        await ownLog.kill();
      }
      await accepting({ ...env, MONGODB_URL: `${mongo.url}/accepting` }, double.url);
      await fill(contactLog.url, events);
      await projecting(contactLog.url, mongo.url, events);
      const workers = { ...env, EVENTSTORE_URL: contactLog.url };
      const one = await projectedBy(1, workers, `${mongo.url}/one`, events);
      const two = await projectedBy(
        2,
        { ...workers, REDIS_URL: `${redis.url}/1` },
        `${mongo.url}/two`,
        events
      );
      line("projecting processes: one", rate(one));
      line("projecting processes: two", `${rate(two)}, ratio ${ratio(two / one)}`);
      await sending(env, mongo.url, redis.url);
    } finally {
      await Promise.all([double.kill(), contactLog.kill(), mongo.stop(), redis.stop()]);
    }
  });
}
async function sending(env, mongoUrl, redisUrl) {
  const by = async (processes) => {
    const mailLog = await childDouble(`${env.POSTLEDGER_DATA}-mail-${processes}`);
    const own = {
      EVENTSTORE_URL: mailLog.url,
      MONGODB_URL: `${mongoUrl}/mail-${processes}`,
      REDIS_URL: `${redisUrl}/${1 + processes}`
    };
    const perSecond = await sentBy(processes, { ...env, ...own }, MESSAGES);
    await mailLog.kill();
    return perSecond;
  };
  const one = await by(1);
  const two = await by(2);
  line("sending processes, a relay of 50 ms: one", rate(one));
  line("sending processes, a relay of 50 ms: two", `${rate(two)}, ratio ${ratio(two / one)}`);
}
async function accepting(env, url) {
  const first = await startService(SERVER_CORE, env);
  await first.stop();
  const bare = [];
  const ours = [];
  for (let round = 0; round < ROUNDS; round++) {
    const handler = await startPinned(
      SERVER_CORE,
      [ROOM, "--import", "tsx", "bench/bareAppendServer.ts", url],
      {}
    );
    bare.push(await acceptedBy(handler, null));
    await foldAll(SERVER_CORE, env);
    const server = await startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: "api" });
    ours.push(await acceptedBy(server, first.key));
  }
  line(`bare appendToStream in an empty handler, ${CONNECTIONS} at once`, rate(median(bare)));
  line(
    "accepted sends, api role alone",
    `${rate(median(ours))}, ratio ${ratio(median(ours) / median(bare))}`
  );
}
async function acceptedBy(server, key) {
  const { perSecond } = await generateSends(
    { url: server.url, key },
    { connections: CONNECTIONS, durationMs: ACCEPT_MS, warmUpMs: 1500 }
  );
  await server.stop();
  return perSecond;
}
async function fill(url, events) {
  const store = openEventStoreDb(url, { clock: systemClock, log: quietLog });
  let next = 0;
  const writer = async () => {
    while (next < events) {
      const n = next++;
      const data = { email: `person${n}@receiver.test`, firstName: "Ann", subscribed: true };
      const event = { id: randomUUID(), type: "ContactSaved", data, metadata: METADATA };
      await store.append(`contact-${uuidOf(1, n)}`, "no-stream", [event]);
    }
  };
  await Promise.all(Array.from({ length: 256 }, writer));
  await store.close();
}
async function projecting(eventStoreUrl, mongoUrl, events) {
  const dependencies = { clock: systemClock, log: quietLog };
  const store = openEventStoreDb(eventStoreUrl, dependencies);
  const mongo = openMongo(`${mongoUrl}/folding`, dependencies);
  const client = new MongoClient(mongoUrl, { writeConcern: { w: "majority", journal: true } });
  const projection = contacts;
  const collection = await openProjection(mongo.documents, projection);
  const folded = events / await secondsOf(() => foldLog(store, [{ projection, collection }], BEGINNING));
  const records = await client.db("folding").collection(collectionOf(projection).name).find().toArray();
  if (records.length !== events) throw new Error(`${records.length} documents of ${events}`);
  const bare = await secondsOf(() => projectBare(eventStoreUrl, client, records));
  line("bare clients: readAll, find, bulkWrite", `${rate(events / bare)} events`);
  line("events projected, one projection", `${rate(folded)}, ratio ${ratio(folded / (events / bare))}`);
  await Promise.all([store.close(), mongo.close(), client.close()]);
}
async function projectBare(eventStoreUrl, client, records) {
  const target = client.db("bare").collection("contacts");
  const eventStore = EventStoreDBClient.connectionString(eventStoreUrl);
  let read = 0;
  let written = 0;
  const write = async (to) => {
    const batch = records.slice(written, to);
    written = to;
    await target.find({ _id: { $in: batch.map(({ _id }) => _id) } }).toArray();
    const operations = batch.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement, upsert: true }
    }));
    await target.bulkWrite(operations, { ordered: false });
  };
  for await (const { event } of eventStore.readAll({ maxCount: Number.MAX_SAFE_INTEGER })) {
    if (event?.type !== "ContactSaved") continue;
    read++;
    if (read - written === BULK) await write(read);
  }
  if (read !== records.length) throw new Error(`${read} events for ${records.length} documents`);
  if (read > written) await write(read);
  await eventStore.dispose();
}
export {
  run
};
//# sourceMappingURL=engines.js.map
