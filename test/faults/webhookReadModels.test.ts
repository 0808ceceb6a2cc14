// runs in: test:all

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { randomIds } from '../../src/adapters/node/randomIds.ts';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { email } from '../../src/events/email.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { eventually } from '../e2e/eventually.ts';
import { httpsReceiver } from '../support/httpsReceiver.ts';
import { quietLog } from '../support/quietLog.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { wallClock } from '../support/wallClock.ts';
import { deliveredMail } from './deliveredMail.ts';

const IDS = randomIds();

const test = suite('webhooks without their read models');

const MASTER_KEY = '11'.repeat(32);
const EVENTS = 300;

/** The log of a data folder, opened for one piece of work while no service runs. */
async function inLog<Result>(
  data: string,
  work: (ledger: Parameters<typeof createWebhookEndpoint>[0]) => Promise<Result>,
): Promise<Result> {
  const store = await embeddedEventStore(data, { log: quietLog });
  const result = await work({ store, clock: wallClock, ids: IDS });
  await store.close();
  return result;
}

test('read models that are gone at the start are made again, and nothing that was delivered is posted again', async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  // Every third one fails, and waits its minute.
  const receiver = await httpsReceiver({ answer: (_, index) => ({ status: index % 3 === 0 ? 500 : 200 }) });
  const caFile = join(folder.path, 'ca.pem');
  writeFileSync(caFile, receiver.ca);
  const secrets = sealedSecrets(Buffer.from(MASTER_KEY, 'hex'), IDS);
  const correlation = IDS.uuid();
  const origin = { workspace: IDS.uuid(), actor: 'operator', correlation, causation: null };
  const mail = (count: number) =>
    inLog(data, async (ledger) => {
      for (let n = 0; n < count; n++) {
        const events = newEvents(ledger, origin, [deliveredMail(IDS)]);
        await ledger.store.append(email.stream(IDS.uuid()), 'no-stream', events);
      }
    });
  const recorded = (type: string) =>
    inLog(data, async ({ store }) => {
      const { events } = await store.readAll({ after: BEGINNING, limit: 10 * EVENTS, types: [type] });
      return events;
    });
  const env = {
    ...{ POSTLEDGER_DATA: data, POSTLEDGER_MASTER_KEY: MASTER_KEY, NODE_EXTRA_CA_CERTS: caFile },
    ...{ POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', POSTLEDGER_LOG_LEVEL: 'error' },
    POSTLEDGER_ROLES: 'projector,dispatcher',
  };
  await inLog(data, (ledger) =>
    createWebhookEndpoint(ledger, secrets, origin, { name: 'x', url: receiver.url, events: ['*'] }),
  );
  await mail(EVENTS);
  const service = await startServiceProcess({ env });
  await eventually('every first attempt', () => receiver.received.length >= EVENTS);
  await service.stop();
  const delivered = await recorded('WebhookDelivered');
  const posted = receiver.received.length;
  const files = readdirSync(data).filter((name) => name.startsWith('read-models'));
  assert.ok(files.length > 0, 'there are read models to lose');
  for (const name of files) rmSync(join(data, name));
  await mail(50);
  const again = await startServiceProcess({ env });
  await eventually('what is new', () => receiver.received.length >= posted + 50);
  await again.stop();
  const scheduled = await recorded('WebhookDeliveryScheduled');
  const done = new Set(delivered.map(({ stream }) => stream));
  const eventIds = new Set(
    scheduled
      .filter(({ stream }) => done.has(stream))
      .map(({ data: told }) => (told as { eventId: string }).eventId),
  );
  const twice = receiver.received
    .slice(posted)
    .filter(({ headers }) => eventIds.has(String(headers['webhook-id'])));
  assert.is(twice.length, 0);
  assert.is(eventIds.size, delivered.length);
  assert.is(scheduled.length, EVENTS + 50);
  await receiver.close();
  folder.remove();
});

test.run();
