import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { collectionOf } from '../src/follow/fold/projection.ts';
import { contacts } from '../src/projections/contacts.ts';
import { startServiceProcess } from '../test/support/serviceProcess.ts';

const LOOK_MS = 100;
/** Longer than processes that start together take to share the partitions: a few beats. */
const SHARED_AFTER_MS = 6_000;
/** They say that they run when they have caught up, which is the end of the measurement. */
const CAUGHT_UP_MS = 600_000;

/**
 * Events a second that so many processes with the projector role fold into a fresh database, together: from when
 * each has its share of the partitions until the last document is there.
 */
export async function projectedBy(
  processes: number,
  env: Readonly<Record<string, string>>,
  mongoUrl: string,
  events: number,
): Promise<number> {
  const client = new MongoClient(mongoUrl);
  const documents = client.db().collection(collectionOf(contacts).name);
  const caughtUp = Array.from({ length: processes }, () =>
    startServiceProcess({
      env: { ...env, MONGODB_URL: mongoUrl, POSTLEDGER_ROLES: 'projector' },
      timeoutMs: CAUGHT_UP_MS,
    }),
  );
  while ((await documents.estimatedDocumentCount()) === 0) await sleep(LOOK_MS);
  await sleep(SHARED_AFTER_MS);
  const startedAt = performance.now();
  const firstSeen = await documents.countDocuments();
  if (firstSeen === events)
    throw new Error(`${events} events are too few: they were folded before the first look`);
  while ((await documents.countDocuments()) < events) await sleep(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const workers = await Promise.all(caughtUp);
  await Promise.all(workers.map((worker) => worker.stop()));
  await client.close();
  return (events - firstSeen) / seconds;
}
