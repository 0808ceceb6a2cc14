import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { contacts } from '../src/projections/contacts.ts';
import { collectionOf } from '../src/projections/projection.ts';
import { startServiceProcess } from '../test/support/serviceProcess.ts';

const LOOK_MS = 100;

/**
 * Events a second that so many processes with the projector role fold into a fresh database, together: from when they
 * say that they run until the last document is there.
 */
export async function projectedBy(
  processes: number,
  env: Readonly<Record<string, string>>,
  mongoUrl: string,
  events: number,
): Promise<number> {
  const client = new MongoClient(mongoUrl);
  const documents = client.db().collection(collectionOf(contacts).name);
  const workers = await Promise.all(
    Array.from({ length: processes }, () =>
      startServiceProcess({ env: { ...env, MONGODB_URL: mongoUrl, POSTLEDGER_ROLES: 'projector' } }),
    ),
  );
  // They run by now, but each partition is still to be taken: that belongs to the work.
  const startedAt = performance.now();
  const firstSeen = await documents.countDocuments();
  if (firstSeen === events)
    throw new Error(`${events} events are too few: they were folded before the first look`);
  while ((await documents.countDocuments()) < events) await sleep(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  await Promise.all(workers.map((worker) => worker.stop()));
  await client.close();
  return (events - firstSeen) / seconds;
}
