// runs in: test:all
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedBlobs } from '../../src/adapters/embedded/blobs/blobs.ts';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { openEventStoreDb } from '../../src/adapters/eventstoredb/open.ts';
import { acceptBatch } from '../../src/commands/email/acceptBatch.ts';
import { type AcceptDependencies, acceptEmail } from '../../src/commands/email/acceptEmail.ts';
import { acceptValid } from '../../src/commands/email/acceptValid.ts';
import type { EmailRequest } from '../../src/commands/email/emailDraft.ts';
import { BEGINNING } from '../../src/events/event.ts';
import type { Blobs } from '../../src/ports/blobs.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { mongoAt } from '../adapters/mongodb/openedMongo.ts';
import { startDouble } from '../double/eventStoreServer.ts';
import { databaseAt, runningMongo } from '../servers/runningMongo.ts';
import { startMongo, whyMissing } from '../servers/servers.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { wallClock } from '../support/wallClock.ts';

// Two senders with one key and other contents at the same moment: what the one who lost has brought is kept by nobody.
const test = suite('racing replays');
const PAIRS = 20;
const workspace = '11111111-1111-4111-8111-111111111111';
const origin = { workspace, actor: 'key:x', correlation: workspace, causation: null };

const withAttachment = (): EmailRequest => ({
  ...{ from: 'a@b.co', to: ['x@y.co'], cc: [], bcc: [], replyTo: [], subject: 's', html: null, text: 't' },
  ...{ template: null, headers: {}, tags: [], scheduledFor: null, batchId: null },
  ...{ messageStream: 'transactional', trackOpens: true, trackClicks: true },
  attachments: [{ filename: 'a.bin', type: 'text/plain', content: randomBytes(50_000), ...inlined }],
});
const inlined = { disposition: 'attachment', contentId: null } as const;

async function orphansAfterRaces(store: EventStore, blobs: Blobs): Promise<[number, number]> {
  const accepting: AcceptDependencies = {
    ledger: { store, clock: manualClock(), ids: seededIds() },
    blobs,
    templates: { byId: async () => null, byFriendlyName: async () => null },
    isForeignSender: () => false,
    suppressedAmong: async () => new Set(),
    sandboxDomain: 'example.com',
    creditsPerRecipient: 1,
  };
  const batch = (key: string) => ({ operation: 'email-batch' as const, idempotencyKey: key });
  const ways = [
    (n: number) =>
      acceptEmail(
        accepting,
        origin,
        `22222222-2222-5222-8222-${String(n).padStart(12, '0')}`,
        withAttachment(),
      ),
    (n: number) =>
      acceptBatch(accepting, origin, {
        ...batch(`strict-${n}`),
        requests: [withAttachment(), withAttachment()],
      }),
    (n: number) =>
      acceptValid(accepting, origin, {
        ...batch(`valid-${n}`),
        elements: [{ request: withAttachment(), refusedNow: [] }],
      }),
  ];
  for (const way of ways) await Promise.all(Array.from({ length: PAIRS * 2 }, (_, n) => way(n >> 1)));
  const named = new Set<string>();
  const { events } = await store.readAll({ after: BEGINNING, limit: 1_000 });
  for (const [, hash] of JSON.stringify(events).matchAll(/"sha256":"([0-9a-f]{64})"/g)) named.add(hash ?? '');
  let orphans = 0;
  const isNeeded = (sha256: string) => named.has(sha256);
  for await (const { removed } of blobs.sweep({ isNeeded, putBeforeMs: Date.now() + 60_000, dryRun: true }))
    if (removed) orphans += 1;
  return [named.size, orphans];
}

test('embedded: the one who lost leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(join(folder.path, 'log'), { log: quietLog });
  const blobs = openEmbeddedBlobs(join(folder.path, 'blobs'));
  assert.equal(await orphansAfterRaces(store, blobs), [PAIRS * 4, 0]);
  await store.close();
  await blobs.close();
  folder.remove();
});

test('over engines: neither', async () => {
  const running = runningMongo();
  const reason = running === null ? whyMissing('mongo') : null;
  if (reason !== null) return skipped(reason);
  const server = running ?? (await startMongo());
  const double = await startDouble();
  const store = openEventStoreDb(double.url, { clock: wallClock, log: quietLog });
  const mongo = mongoAt(databaseAt(server.url, `racing_${process.pid}`));
  assert.equal(await orphansAfterRaces(store, mongo.blobs), [PAIRS * 4, 0]);
  await store.close();
  await mongo.close();
  await double.stop();
  await server.stop();
});

test.run();
