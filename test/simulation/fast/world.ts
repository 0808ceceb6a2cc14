import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../e2e/eventually.ts';
import { ledgerReader } from '../../faults/ledgerReader.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { type Evidence, filesIn } from './audit/rule.ts';
import { type FastClients, fastClients } from './clients.ts';
import { type FakeTime, fakeTime } from './fakeTime.ts';
import { type Journal, openJournal } from './journal.ts';
import { type FastMailServer, fastMailServer } from './mailServer.ts';
import { type FastReceiver, fastReceiver } from './receiver.ts';
import { type FastService, fastService } from './service.ts';

/** One built service and everything around it, in time that runs 60 times as fast. */
export interface FastWorld {
  readonly seed: number;
  readonly data: string;
  readonly time: FakeTime;
  readonly journal: Journal;
  readonly mailServer: FastMailServer;
  readonly receiver: FastReceiver;
  readonly service: FastService;
  readonly clients: FastClients;
  /** What the life promises: a stretch in which no one does anything. */
  quiet: { readonly fromMs: number; readonly toMs: number } | null;
  /** The log and the journals, once the service has stopped. */
  evidence(): Promise<Evidence>;
  close(): Promise<void>;
}

/** Doctor asks for an address of https; no proxy stands there. */
export const LINKS_URL = 'https://links.sender.test';

/** A shorter pause of this process than that does not count: the service's shortest time-out is longer. */
const STALL_MS = 100;
const LOOK_MS = 20;

/** @param program what node runs as the service; the code of the tests when it is not named */
export async function fastWorld(seed: number, program?: readonly string[]): Promise<FastWorld> {
  const folder = temporaryFolder();
  const time = fakeTime(folder.path);
  const journal = openJournal(time.nowMs);
  const random = seededRandom(seed);
  const mailServer = await fastMailServer(journal);
  const receiver = await fastReceiver(journal, time, () => random() < 0.05);
  const ca = join(folder.path, 'ca.pem');
  writeFileSync(ca, receiver.ca);
  const data = join(folder.path, 'data');
  const env = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_PACE_PER_SECOND: '1000',
    POSTLEDGER_PACE_PER_DAY: '1000000',
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    POSTLEDGER_TRACKING_URL: LINKS_URL,
    SMTP_URL: mailServer.url,
    NODE_EXTRA_CA_CERTS: ca,
  };
  const service = fastService({ time, journal, env, program });
  const clients = fastClients(service, journal, time);
  const watch = watchMachine(journal, time);
  const world: FastWorld = {
    ...{ seed, data, time, journal, mailServer, receiver, service, clients },
    quiet: null,
    async evidence() {
      const ledger = await ledgerReader(data);
      try {
        const events = [...(await ledger.events())];
        const endMs = time.nowMs();
        return { journal, events, quiet: world.quiet, endMs, files: filesIn(data) };
      } finally {
        await ledger.close();
      }
    },
    async close() {
      clients.stop();
      clearInterval(watch);
      if (service.isUp()) await service.kill();
      await Promise.all([receiver.close(), mailServer.close()]);
      folder.remove();
    },
  };
  return world;
}

/** Makes the endpoint of the receiver, which wants every kind. */
async function makeEndpoint({ service, receiver }: FastWorld): Promise<void> {
  const { status, body } = await call(service, 'POST', '/v1/webhooks', {
    name: 'life',
    url: receiver.url,
    events: ['*'],
  });
  if (status !== 201) throw new Error(`the endpoint was answered ${status}: ${JSON.stringify(body)}`);
  receiver.secret = String(body.secret);
}

/** A call of the native interface that is made once. */
export async function call(
  { url, key }: FastService,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Starts the service for the first time, with the endpoint. */
export async function begin(world: FastWorld): Promise<void> {
  if (!(await world.service.start())) throw new Error('the service did not start');
  await eventually('the endpoint is made', async () => {
    await makeEndpoint(world);
    return true;
  });
}

/** Notes when the machine gave this process no time: then the service had none either, and ran into its time-outs. */
function watchMachine(journal: Journal, time: FakeTime): NodeJS.Timeout {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = now - last - LOOK_MS;
    last = now;
    if (lateMs > STALL_MS) journal.note('troubles', { what: 'machine stalled', untilMs: time.nowMs() });
  }, LOOK_MS);
  timer.unref();
  return timer;
}
