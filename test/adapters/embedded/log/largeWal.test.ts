// runs in: test:all

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, openSync, readdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { BEGINNING } from '../../../../src/events/event.ts';
import { fill, freshStream } from '../../../contract/eventStore/events.ts';
import { eventually } from '../../../e2e/eventually.ts';
import { nodeArguments } from '../../../support/project.ts';
import { loggedErrors, noMetrics, quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('a long write-ahead log');

const GIB = 1_073_741_824;
const MIB = 1_048_576;

/** A data folder as a kill leaves it, its newest events in the WAL. */
async function killedFolder(events: number) {
  const folder = temporaryFolder();
  const copy = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await fill(store, freshStream(), events);
  for (const name of ['ledger.sqlite', 'ledger.sqlite-wal'])
    copyFileSync(join(folder.path, name), join(copy.path, name));
  await store.close();
  folder.remove();
  return copy;
}

test('of three GiB does not stop a start', async () => {
  const folder = await killedFolder(100);
  truncateSync(join(folder.path, 'ledger.sqlite-wal'), 3 * GIB);
  const { errors, log } = loggedErrors();
  const store = await embeddedEventStore(folder.path, { log });
  assert.is((await store.readAll({ after: BEGINNING, limit: 1_000 })).events.length, 100);
  assert.equal(errors, []);
  await store.close();
  folder.remove();
});

test('is checked by the process that opens it first, and by no other', async () => {
  const folder = await killedFolder(400);
  const wal = join(folder.path, 'ledger.sqlite-wal');
  const aside = () => readdirSync(folder.path).filter((name) => name.includes('.damaged-')).length;
  const first = await embeddedEventStore(folder.path, { log: quietLog });
  writeSync(openSync(wal, 'r+'), Buffer.alloc(8, 0xff), 0, 8, Math.floor(statSync(wal).size / 2));
  const second = await embeddedEventStore(folder.path, { log: quietLog });
  assert.is(aside(), 0);
  await second.close();
  await first.close();
  folder.remove();

  const other = await killedFolder(400);
  const spoilt = join(other.path, 'ledger.sqlite-wal');
  writeSync(openSync(spoilt, 'r+'), Buffer.alloc(8, 0xff), 0, 8, Math.floor(statSync(spoilt).size / 2));
  const store = await embeddedEventStore(other.path, { log: quietLog });
  assert.ok(readdirSync(other.path).some((name) => name.includes('.damaged-')));
  await store.close();
  other.remove();
});

test('is measured, told with the process that reads, and copied back once that ends', async () => {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  let walBytes = 0;
  const log = { ...quietLog, warn: (_: object, message: string) => void warnings.push(message) };
  const gauge = (name: string, value: number) => {
    if (name === 'postledger_ledger_wal_bytes') walBytes = value;
  };
  const store = await embeddedEventStore(folder.path, { log, metrics: { ...noMetrics, gauge } });
  await fill(store, freshStream(), 10);
  const reader = spawn(
    process.execPath,
    [...nodeArguments('test/adapters/embedded/log/longReaderProcess'), folder.path],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  await once(reader.stdout, 'data');

  const text = 'x'.repeat(900_000);
  const stream = freshStream();
  let revision = -1;
  const appendOne = async () => {
    const metadata = {
      v: 1,
      workspace: 'w',
      actor: 'operator',
      correlation: 'c',
      causation: null,
      at: '2026-01-01T00:00:00.000Z',
    };
    const event = { id: `${stream}-${revision + 1}`, type: 'Noted', data: { text }, metadata };
    await store.append(stream, revision < 0 ? 'no-stream' : revision, [event]);
    revision++;
  };
  while (warnings.length === 0 && revision < 400) await appendOne();
  assert.ok(walBytes >= 256 * MIB && walBytes < 260 * MIB, `${walBytes}`);
  assert.match(warnings[0] ?? '', new RegExp(`has grown to 256 MiB, because .*: ${reader.pid} \\(node`));
  await appendOne();
  assert.is(warnings.length, 1, 'once');

  reader.kill('SIGKILL');
  await once(reader, 'exit');
  await eventually('it begins again', async () => {
    await appendOne();
    return walBytes < 64 * MIB;
  });
  await store.close();
  folder.remove();
});

test.run();
