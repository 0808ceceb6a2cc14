// runs in: test:all
// timeout: 240 s

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../src/config.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openLedgerPorts } from '../../src/main/ledgerPorts.ts';
import { inLog } from '../../src/places/inLog.ts';
import { personOf } from '../../src/places/person.ts';
import { LogDamaged } from '../../src/ports/eventStore.ts';
import { cliProcess } from '../cli/cliProcess.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { startDouble } from '../double/eventStoreServer.ts';
import { client } from '../e2e/client.ts';
import { requiresMongo } from '../servers/requires.ts';
import { databaseAt } from '../servers/runningMongo.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const server = await requiresMongo();
const mongo = new MongoClient(server.url);
const test = suite("the parts of an engine's log, found and cut");
test.after(async () => {
  await mongo.close();
  await server.stop();
});

const ANN = 'ann-3f9a@people.example';
const BOB = 'bob-77c1@people.example';
const name = `cut_${randomUUID().slice(0, 8)}`;

interface Kept {
  readonly env: Readonly<Record<string, string>>;
  /** Everything that is stored of parts, as text. */
  readonly stored: (data: string) => Promise<string>;
}

const KEPT: Readonly<Record<string, Kept>> = {
  MongoDB: {
    env: { MONGODB_URL: databaseAt(server.url, name) },
    stored: async () => JSON.stringify(await mongo.db(`${name}_parts`).collection('parts').find().toArray()),
  },
  'parts.sqlite': {
    env: {},
    stored: async (data) =>
      readdirSync(data)
        .filter((file) => file.startsWith('parts.sqlite'))
        .map((file) => readFileSync(join(data, file), 'latin1'))
        .join('\n'),
  },
};

for (const [where, { env: own, stored }] of Object.entries(KEPT))
  test(`in ${where}: those of one person go with every byte, those of others and every event stay`, async () => {
    const folder = temporaryFolder();
    const data = join(folder.path, 'data');
    const double = await startDouble();
    const env = {
      ...{ EVENTSTORE_URL: double.url, ...own, POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'silent' },
      ...{ POSTLEDGER_MASTER_KEY: 'a1'.repeat(32), POSTLEDGER_PARTITIONS: '1' },
    };
    const service = await startServiceProcess({ env });
    const customer = client([service.url], service.firstKey ?? '');
    const mail = { from: 'a@sender.test', subject: 'News', text: 'They are long. '.repeat(300) };
    for (const to of [ANN, BOB]) await customer.send({ ...mail, to: [to], text: `${to}: ${mail.text}` }, to);
    await customer.call('POST', '/v1/contacts', 200, { email: ANN, first_name: 'Annabella' });
    assert.is(await service.stop(), 0);

    const ports = await openLedgerPorts(readSettings(env), 'silent');
    const held = { ...ports, folder: data };
    const found = async (named: string) => {
      const names: string[] = [];
      for await (const each of inLog.find(held, personOf(named))) names.push(each);
      return names;
    };
    const log = async () =>
      (await ports.store.readAll({ after: BEGINNING, limit: 1_000, withoutParts: true })).events;
    const before = await log();
    const [ofAnn, ofBob] = [await found(ANN), await found(BOB)];
    assert.ok(ofAnn.length >= 2 && ofBob.length >= 1);
    assert.match(await stored(data), ANN);

    await inLog.cut(held, ofAnn);
    const after = await stored(data);
    assert.not.match(after, ANN);
    assert.not.match(after, 'Annabella');
    assert.match(after, BOB);
    assert.equal(await log(), before, 'no event is another one');
    const streamAt = (position = '') =>
      before.find((event) => Number(event.position) === Number(position))?.stream ?? '';
    const damage = await rejection(ports.store.readStream(streamAt(ofAnn[0])));
    assert.instance(damage, LogDamaged);
    assert.match(String(damage), `the event at position ${ofAnn[0]} lacks its part`);
    assert.match(JSON.stringify(await ports.store.readStream(streamAt(ofBob[0]))), BOB);
    await inLog.cut(held, ofAnn);
    await ports.close();
    const shown = await cliProcess(env, 'audit', 'show', streamAt(ofAnn[0]).replace('email-', ''));
    assert.is(shown.exitCode, 4);
    assert.match(shown.stderr, `the event at position ${ofAnn[0]} lacks its part`);
    await double.stop();
    folder.remove();
  });

test.run();
