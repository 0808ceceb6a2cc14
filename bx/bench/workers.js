// bench/workers.ts
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { contacts } from "../src/projections/contacts.js";
import { collectionOf } from "../src/runtime/fold/projection.js";
import { startServiceProcess } from "../test/support/serviceProcess.js";
var LOOK_MS = 100;
var SHARED_AFTER_MS = 6e3;
var CAUGHT_UP_MS = 6e5;
async function projectedBy(processes, env, mongoUrl, events) {
  const client = new MongoClient(mongoUrl);
  const documents = client.db().collection(collectionOf(contacts).name);
  const caughtUp = Array.from(
    { length: processes },
    () => startServiceProcess({
      env: { ...env, MONGODB_URL: mongoUrl, POSTLEDGER_ROLES: "projector" },
      timeoutMs: CAUGHT_UP_MS
    })
  );
  while (await documents.estimatedDocumentCount() === 0) await sleep(LOOK_MS);
  await sleep(SHARED_AFTER_MS);
  const startedAt = performance.now();
  const firstSeen = await documents.countDocuments();
  if (firstSeen === events)
    throw new Error(`${events} events are too few: they were folded before the first look`);
  while (await documents.countDocuments() < events) await sleep(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1e3;
  const workers = await Promise.all(caughtUp);
  await Promise.all(workers.map((worker) => worker.stop()));
  await client.close();
  return (events - firstSeen) / seconds;
}
export {
  projectedBy
};
//# sourceMappingURL=workers.js.map
