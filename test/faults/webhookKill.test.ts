// runs in: test:all
// timeout: 900 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { randomIds } from '../../src/adapters/node/randomIds.ts';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { email } from '../../src/events/email.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { MAX_IN_FLIGHT } from '../../src/work/slots.ts';
import { eventually } from '../e2e/eventually.ts';
import { httpsReceiver } from '../support/httpsReceiver.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { wallClock } from '../support/wallClock.ts';
import { deliveredMail } from './deliveredMail.ts';

const IDS = randomIds();

const test = suite('webhooks under SIGKILL');

const KILLS = RUN_ALL ? 20 : 4;
const WEBHOOKS = RUN_ALL ? 4_000 : 600;
const WORKSPACES = 10;
const ANSWER_AFTER_MS = 100;
const AT_ONCE = 256;
const MASTER_KEY = '11'.repeat(32);

async function written(data: string, url: string): Promise<void> {
  const store = await embeddedEventStore(data, { log: quietLog });
  const ledger = { store, clock: wallClock, ids: IDS };
  const secrets = sealedSecrets(Buffer.from(MASTER_KEY, 'hex'), IDS);
  const origins = Array.from({ length: WORKSPACES }, () => ({
    workspace: IDS.uuid(),
    ...{ actor: 'operator', correlation: IDS.uuid(), causation: null },
  }));
  for (const origin of origins)
    await createWebhookEndpoint(ledger, secrets, origin, { name: 'x', url, events: ['*'] });
  for (let from = 0; from < WEBHOOKS; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, WEBHOOKS - from) }, async (_, n) => {
      const origin = origins[(from + n) % WORKSPACES];
      if (origin === undefined) return;
      const events = newEvents(ledger, origin, [deliveredMail(IDS)]);
      await store.append(email.stream(IDS.uuid()), 'no-stream', events);
    });
    await Promise.all(some);
  }
  await store.close();
}

/** Ids of the events that the log says were delivered, each as often as it says so. */
async function recordedIds(data: string): Promise<string[]> {
  const store = await embeddedEventStore(data, { log: quietLog });
  const eventOf = new Map<string, string>();
  const ids: string[] = [];
  const types = ['WebhookDeliveryScheduled', 'WebhookDelivered'];
  for (let after = BEGINNING, atEnd = false; !atEnd; ) {
    const batch = await store.readAll({ after, limit: 1_000, types });
    for (const { type, stream, data: told } of batch.events) {
      if (type === 'WebhookDelivered') ids.push(eventOf.get(stream) ?? '');
      else eventOf.set(stream, (told as { eventId: string }).eventId);
    }
    after = batch.position;
    atEnd = batch.caughtUp;
  }
  await store.close();
  return ids;
}

test(`killed ${KILLS} times with ${WEBHOOKS} pending: what was recorded is never posted again (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const receiver = await httpsReceiver({ answer: () => ({ status: 200, afterMs: ANSWER_AFTER_MS }) });
  const caFile = join(folder.path, 'ca.pem');
  writeFileSync(caFile, receiver.ca);
  await written(data, receiver.url);
  const env = {
    ...{ POSTLEDGER_DATA: data, POSTLEDGER_MASTER_KEY: MASTER_KEY, NODE_EXTRA_CA_CERTS: caFile },
    ...{ POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', POSTLEDGER_LOG_LEVEL: 'error' },
    POSTLEDGER_ROLES: 'projector,dispatcher',
  };
  let recorded = new Set<string>();
  let postedAgain = 0;
  const seen = new Set<string>();
  for (let kill = 0; kill <= KILLS; kill++) {
    const from = receiver.received.length;
    const service = await startServiceProcess({ env });
    if (kill < KILLS) {
      // Whatever is left to post, some of it is under way when the signal comes.
      await eventually('the next post', () => receiver.received.length > from);
      await sleep(random() * 1.5 * ANSWER_AFTER_MS);
      await service.kill();
    } else {
      await eventually('all of them', async () => (await recordedIds(data)).length >= WEBHOOKS, 1_800_000);
      await service.stop();
    }
    const ids = receiver.received.slice(from).map(({ headers }) => String(headers['webhook-id']));
    assert.equal(
      ids.filter((id) => recorded.has(id)),
      [],
      `after kill ${kill}`,
    );
    assert.is(new Set(ids).size, ids.length, 'twice by one process');
    postedAgain += ids.filter((id) => seen.has(id)).length;
    for (const id of ids) seen.add(id);
    const all = await recordedIds(data);
    recorded = new Set(all);
    assert.is(all.length, recorded.size);
    // One that was in flight may wait for its turn through several lives: so those of each life are counted, when it ends.
    const inFlight = ids.filter((id) => !recorded.has(id)).length;
    assert.ok(inFlight <= MAX_IN_FLIGHT, `${inFlight} posted and not recorded at kill ${kill}`);
  }
  assert.is(seen.size, WEBHOOKS);
  console.log(
    `${KILLS} kills, ${WEBHOOKS} webhooks, ${postedAgain} posted again, all of them in flight at a kill`,
  );
  await receiver.close();
  folder.remove();
});

test.run();
