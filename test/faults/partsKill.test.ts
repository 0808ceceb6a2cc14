// runs in: test:all
// timeout: 600 s

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedParts } from '../../src/adapters/embedded/open.ts';
import { commitmentsOf } from '../../src/adapters/eventstoredb/engineParts.ts';
import { openEventStoreDb } from '../../src/adapters/eventstoredb/open.ts';
import { openMongo } from '../../src/adapters/mongodb/open.ts';
import { BEGINNING } from '../../src/events/event.ts';
import type { PartStore } from '../../src/ports/parts.ts';
import { startDouble } from '../double/eventStoreServer.ts';
import { client } from '../e2e/client.ts';
import { runCli } from '../e2e/deployment.ts';
import { eventually } from '../e2e/eventually.ts';
import { requiresMongo } from '../servers/requires.ts';
import { databaseAt } from '../servers/runningMongo.ts';
import { quietLog } from '../support/quietLog.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { wallClock } from '../support/wallClock.ts';
import { ledgerReader } from './ledgerReader.ts';

const mongo = await requiresMongo();
const test = suite('a service over engines, killed between the parts of an event and its append');
test.after(() => mongo.stop());

const DAY_MS = 86_400_000;
const SENT = {
  from: 'Shop <orders@example.org>',
  to: ['ann.rare@example.net'],
  subject: 'Your umbrella has left',
  text: 'It is blue and comes on Thursday.',
};
let laterMs = 0;
const clock = { ...wallClock, nowMs: () => Date.now() + laterMs };

interface Kept {
  readonly env: Readonly<Record<string, string>>;
  /** The parts, as another process sees them. */
  readonly open: (data: string) => Promise<PartStore>;
}

const database = databaseAt(mongo.url, `parts_kill_${randomUUID().slice(0, 8)}`);
const KEPT: Readonly<Record<string, Kept>> = {
  MongoDB: {
    env: { MONGODB_URL: database },
    open: async () => openMongo(database, { clock, log: quietLog }).parts,
  },
  'parts.sqlite': { env: {}, open: (data) => openEmbeddedParts(data, { clock, log: quietLog }) },
};

for (const [where, kept] of Object.entries(KEPT))
  test(`parts in ${where}: one message and one charge a key, and only a part without an event goes, after a day`, async () => {
    laterMs = 0;
    const folder = temporaryFolder();
    const data = join(folder.path, 'data');
    const double = await startDouble({ data: join(folder.path, 'journal') });
    const env = {
      ...{ EVENTSTORE_URL: double.url, ...kept.env, POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'error' },
      ...{ POSTLEDGER_MASTER_KEY: 'a1'.repeat(32), POSTLEDGER_PARTITIONS: '1' },
    };
    let service: ServiceProcess = await startServiceProcess({ env });
    const key = service.firstKey ?? '';
    const parts = await kept.open(data);
    const store = openEventStoreDb(double.url, { clock, log: quietLog, parts });

    /** Kills the service when the parts of a message are there and its append is on its way; resolves with these parts. */
    const killedAtAppend = async (idempotencyKey: string, outcome: 'written' | 'lost') => {
      const release = double.gate.holdAppends();
      const unanswered = client([service.url], key)
        .send(SENT, idempotencyKey)
        .catch((error: unknown) => error);
      const put = async () =>
        (await parts.unmarked(Date.now() + 1_000, 1_000)).filter(({ stream }) => stream.startsWith('email-'));
      const before = new Set((await put()).map(({ commitment }) => commitment));
      let left: readonly string[] = [];
      await eventually('the parts are put', async () => {
        left = (await put()).map(({ commitment }) => commitment).filter((one) => !before.has(one));
        return left.length === 2;
      });
      const mail = () => [...double.gate.heldStreams].find((stream) => stream.startsWith('email-'));
      await eventually('the append has come', () => mail() !== undefined);
      const stream = mail() ?? '';
      await service.kill();
      release(outcome);
      assert.instance(await unanswered, Error);
      if (outcome === 'written')
        await eventually('it is written', async () => (await store.readStream(stream)).length > 0);
      return left;
    };
    const there = async (commitments: readonly string[]) => (await parts.find(commitments)).size;
    const sweep = async (ageMs: number) => {
      laterMs = ageMs;
      while (await store.sweepParts());
      laterMs = 0;
    };

    const orphans = await killedAtAppend('lost', 'lost');
    service = await startServiceProcess({ env });
    const again = await client([service.url], key).send(SENT, 'lost');
    const late = await killedAtAppend('late', 'written');
    assert.is(await there([...orphans, ...late]), 4);
    await sweep(DAY_MS - 600_000);
    assert.is(await there([...orphans, ...late]), 4, 'what is younger than a day stays');
    await sweep(DAY_MS + 1_000);
    assert.is(await there(orphans), 0, 'no event has them');
    assert.is(await there(late), 2, 'the append came after the kill, and no one has followed the log since');

    service = await startServiceProcess({ env });
    const customer = client([service.url], key);
    assert.equal(await customer.send(SENT, 'lost'), again);
    const arrived = await customer.send(SENT, 'late');
    const reader = await ledgerReader(data, env);
    const accepted = (await reader.events()).filter(({ type }) => type === 'EmailAccepted');
    assert.equal(
      accepted.map(({ stream }) => stream),
      [again, arrived].map(({ id }) => `email-${id}`),
    );
    for (const { id } of [again, arrived])
      assert.match(await runCli(env, ['audit', 'show', id]), 'ann.rare@example.net');
    const { used } = JSON.parse(await runCli(env, ['credits', 'balance', '--json'])) as { used: unknown };
    assert.equal(used, { email: 2, sms: 0 });
    const { events } = await store.readAll({ after: BEGINNING, limit: 1_000, withoutParts: true });
    const committed = events.flatMap(commitmentsOf);
    assert.is(await there(committed), committed.length, 'no part of an event is gone');

    await reader.close();
    assert.is(await service.stop(), 0);
    await store.close();
    await parts.close();
    await double.stop();
    folder.remove();
  });

test.run();
