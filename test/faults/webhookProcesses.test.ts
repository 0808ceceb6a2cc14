// runs in: test:all
// timeout: 600 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomIds } from '../../src/adapters/node/randomIds.ts';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { readSettings } from '../../src/config.ts';
import { email } from '../../src/events/email.ts';
import { openLedgerPorts } from '../../src/main/ledgerPorts.ts';
import { MAX_IN_FLIGHT } from '../../src/work/slots.ts';
import { eventually } from '../e2e/eventually.ts';
import { needs } from '../servers/requires.ts';
import { httpsReceiver } from '../support/httpsReceiver.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { deliveredMail } from './deliveredMail.ts';
import { ledgerReader } from './ledgerReader.ts';
import { proxiedEngines } from './proxiedEngines.ts';

const IDS = randomIds();

needs('mongo', 'redis');
const test = suite('webhooks of several processes over engines');

const WORKSPACES = 12;
const ANSWER_AFTER_MS = 300;
const BETWEEN_EVENTS_MS = 25;
const MASTER_KEY = '11'.repeat(32);
/** What a killed process had posted and not recorded it had posted at most this long before. */
const IN_HAND_MS = 12_000;

/** Engines, a receiver that takes its time, an endpoint for each workspace, and events without end. */
async function opened() {
  const folder = temporaryFolder();
  const engines = await proxiedEngines(folder.path);
  const receiver = await httpsReceiver({ answer: () => ({ status: 200, afterMs: ANSWER_AFTER_MS }) });
  const caFile = join(folder.path, 'ca.pem');
  writeFileSync(caFile, receiver.ca);
  const direct = {
    EVENTSTORE_URL: engines.eventStore.directUrl,
    MONGODB_URL: engines.mongo.directUrl,
    REDIS_URL: engines.redis.directUrl,
  };
  const settings = readSettings({ ...direct, POSTLEDGER_DATA: join(folder.path, 'writer') });
  const ports = await openLedgerPorts(settings, 'error');
  const ledger = await ledgerReader(join(folder.path, 'reader'), direct);
  const secrets = sealedSecrets(Buffer.from(MASTER_KEY, 'hex'), IDS);
  const origins = Array.from({ length: WORKSPACES }, () => ({
    workspace: IDS.uuid(),
    ...{ actor: 'operator', correlation: IDS.uuid(), causation: null },
  }));
  for (const [n, origin] of origins.entries())
    await createWebhookEndpoint(ports, secrets, origin, {
      ...{ name: 'x', url: `${receiver.url}/${n}`, events: ['*'] },
    });
  let isWriting = true;
  const written: string[] = [];
  const write = async () => {
    while (isWriting) {
      const origin = origins[written.length % WORKSPACES];
      if (origin === undefined) return;
      const events = newEvents(ports, origin, [deliveredMail(IDS)]);
      await ports.store.append(email.stream(IDS.uuid()), 'no-stream', events);
      for (const { id } of events) written.push(id);
      await sleep(BETWEEN_EVENTS_MS);
    }
  };
  const processes: ServiceProcess[] = [];
  return {
    ...{ receiver, ledger, written, writing: write() },
    async start(): Promise<ServiceProcess> {
      const env = {
        ...{ ...engines.env, POSTLEDGER_DATA: join(folder.path, 'data'), POSTLEDGER_MASTER_KEY: MASTER_KEY },
        ...{ POSTLEDGER_ROLES: 'projector,dispatcher', POSTLEDGER_LOG_LEVEL: 'error' },
        ...{ POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: caFile },
      };
      const started = await startServiceProcess({ env, timeoutMs: 120_000 });
      processes.push(started);
      return started;
    },
    stopWriting: () => {
      isWriting = false;
    },
    async close() {
      isWriting = false;
      await Promise.all(processes.map((one) => one.kill()));
      await ledger.close();
      await ports.close();
      await Promise.all([receiver.close(), engines.close()]);
      folder.remove();
    },
  };
}

test('partitions move while posts are under way: each event is posted, and again only behind a kill', async () => {
  const { receiver, ledger, written, writing, start, stopWriting, close } = await opened();
  const posted = () => receiver.received.map(({ headers }) => String(headers['webhook-id']));
  /** Partitions come to rest within ten seconds and what was under way: these posts are made meanwhile. */
  const posts = (count: number) => {
    const from = receiver.received.length;
    return eventually(`${count} posts`, () => receiver.received.length >= from + count, 120_000);
  };
  try {
    let first = await start();
    await posts(50);
    let second = await start();
    await posts(400);
    assert.is(await second.stop(), 0);
    await posts(150);
    second = await start();
    await posts(400);
    assert.is(new Set(posted()).size, receiver.received.length, 'posted twice without a kill');
    const kills: number[] = [];
    const kill = async (which: ServiceProcess) => {
      kills.push(Date.now());
      await which.kill();
      await posts(150);
    };
    await kill(first);
    first = await start();
    await posts(400);
    await kill(second);
    stopWriting();
    await writing;
    const delivered = async () => (await ledger.count('WebhookDelivered')) >= written.length;
    await eventually('everything is delivered', delivered);
    assert.is(await first.stop(), 0);

    assert.is(await ledger.count('WebhookDelivered'), written.length);
    assert.equal([...new Set(posted())].sort(), [...written].sort());
    const firstAtMs = new Map<string, number>();
    const again: number[] = [];
    for (const { headers, receivedAtMs } of receiver.received) {
      const id = String(headers['webhook-id']);
      const before = firstAtMs.get(id);
      if (before === undefined) firstAtMs.set(id, receivedAtMs);
      else again.push(before);
    }
    const isBehindKill = (atMs: number) =>
      kills.some((killMs) => atMs <= killMs && killMs - atMs < IN_HAND_MS);
    assert.equal(
      again.filter((atMs) => !isBehindKill(atMs)),
      [],
    );
    assert.ok(again.length <= kills.length * MAX_IN_FLIGHT);
    console.log(
      `${written.length} events, ${again.length} posted again, ${kills.length} kills, 3 moves without one`,
    );
  } finally {
    await close();
  }
});

test.run();
