// runs in: test:all

import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DataFolderRefused } from '../../src/adapters/embedded/dataFolderRefused.ts';
import { type EmbeddedEventStore, embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { EventStoreUnavailable, LogDamaged } from '../../src/ports/eventStore.ts';
import { fill, freshStream, newEvent, rejection } from '../contract/eventStore/events.ts';
import { loggedErrors, quietLog } from '../support/quietLog.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { appendingProcess } from './appendingProcess.ts';

const PAGE_BYTES = 2_048;
const EVENTS = 20_000;

const test = suite('a ledger whose files are damaged, or not for this version');

/** Opens a ledger and tells what it wrote to its log as errors. */
async function opened(folder: string): Promise<{ store: EmbeddedEventStore; errors: readonly string[] }> {
  const { errors, log } = loggedErrors();
  return { store: await embeddedEventStore(folder, { log }), errors };
}

/** A closed ledger of many events in one stream. */
async function filled(folder: string): Promise<string> {
  const { store } = await opened(folder);
  const stream = freshStream();
  await fill(store, stream, EVENTS);
  await store.close();
  return join(folder, 'ledger.sqlite');
}

async function count(store: EmbeddedEventStore): Promise<number> {
  let events = 0;
  for (let after = BEGINNING; ; ) {
    const page = await store.readAll({ after, limit: 1_000 });
    events += page.events.length;
    after = page.position;
    if (page.caughtUp) return events;
  }
}

const flip = (file: string, at: number) => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 0x01;
  writeFileSync(file, bytes);
};

test('a file that was cut off is named at once, and what it still holds is served', async () => {
  const folder = temporaryFolder();
  const file = await filled(folder.path);
  truncateSync(file, statSync(file).size - 30 * PAGE_BYTES);
  const { store, errors } = await opened(folder.path);
  assert.is(errors.length, 1);
  assert.match(errors[0] ?? '', /ledger\.sqlite is damaged/);
  const left = await count(store);
  assert.ok(left > EVENTS / 2 && left < EVENTS, `${left} events are left`);
  const refused = await rejection(store.append(freshStream(), 'no-stream', [newEvent()]));
  assert.instance(refused, EventStoreUnavailable);
  assert.match((refused as Error).message, /ledger\.sqlite is damaged/);
  await store.close();
  folder.remove();
});

test('a file of which nothing can be read is refused by name, and stays as it is', async () => {
  const folder = temporaryFolder();
  const file = await filled(folder.path);
  const spoilt = readFileSync(file).fill(0xff, 0, 100);
  writeFileSync(file, spoilt);
  const refused = await rejection(opened(folder.path));
  assert.instance(refused, DataFolderRefused);
  assert.match(
    (refused as Error).message,
    /ledger\.sqlite is damaged: .*nothing of it can be read: restore it from a backup\.$/,
  );
  assert.ok(readFileSync(file).equals(spoilt));
  folder.remove();
});

test('a byte that changed in one of the last events is named at once', async () => {
  const folder = temporaryFolder();
  const file = await filled(folder.path);
  const at = readFileSync(file).lastIndexOf(`{"n":${EVENTS - 10}}`);
  assert.ok(at > 0);
  flip(file, at + 6);
  const { store, errors } = await opened(folder.path);
  assert.match(errors.join(), new RegExp(`ledger\\.sqlite is damaged: the event at position ${EVENTS - 9} `));
  const refused = await rejection(count(store));
  assert.instance(refused, LogDamaged, 'each read checks what it reads');
  assert.match((refused as Error).message, new RegExp(`position ${EVENTS - 9} was changed`));
  const { events } = await store.readAll({ after: BEGINNING, limit: 1_000 });
  assert.is(events.length, 1_000, 'the rest is served');
  await store.close();
  folder.remove();
});

test('a page whose structure is damaged is named by anyone who meets it, and the rest is served', async () => {
  const folder = temporaryFolder();
  const file = await filled(folder.path);
  const at = readFileSync(file).indexOf('{"n":100}');
  const page = Math.floor(at / PAGE_BYTES) * PAGE_BYTES;
  // The first byte of a page tells what kind it is.
  for (let bit = 0; bit < 3; bit++) flip(file, page + bit);
  const { store } = await opened(folder.path);
  const refused = await rejection(store.readAll({ after: positionAt(95), limit: 20 }));
  assert.instance(refused, EventStoreUnavailable);
  assert.match((refused as Error).message, /ledger\.sqlite is damaged/);
  const { events } = await store.readAll({ after: positionAt(10_000), limit: 100 });
  assert.is(events.length, 100);
  await store.close();
  folder.remove();
});

test('damage in the write-ahead log that a kill has left is named at once, and a copy of it is kept', async () => {
  const folder = temporaryFolder();
  const child = appendingProcess({ folder: folder.path, callers: 1, appends: 1_000_000 });
  await child.answered(60);
  child.kill();
  await child.ended;
  const wal = join(folder.path, 'ledger.sqlite-wal');
  flip(wal, Math.floor(statSync(wal).size / 3));
  const { store, errors } = await opened(folder.path);
  assert.is(errors.length, 1);
  assert.match(errors[0] ?? '', /ledger\.sqlite-wal is damaged at byte \d+: its last \d+ commits are lost/);
  assert.ok(readdirSync(folder.path).some((name) => name.startsWith('ledger.sqlite-wal.damaged-')));
  const left = await count(store);
  assert.ok(left > 0 && left < 3 * child.acknowledged.length, `${left} events are left`);
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  assert.is(await count(store), left + 1);
  await store.close();
  folder.remove();
});

test('what an ordinary kill leaves is no damage', async () => {
  const folder = temporaryFolder();
  for (let kill = 0; kill < 4; kill++) {
    const child = appendingProcess({ folder: folder.path, callers: 8, appends: 1_000_000 });
    await child.answered(100);
    child.kill();
    await child.ended;
    const { store, errors } = await opened(folder.path);
    assert.equal(errors, []);
    await store.close();
  }
  folder.remove();
});

test('folders that are not for this version are refused by name, and stay as they are', async () => {
  const old = temporaryFolder();
  mkdirSync(join(old.path, 'log'));
  writeFileSync(join(old.path, 'log', 'data.mdb'), 'an environment of lmdb');
  const newer = temporaryFolder();
  const file = await filled(newer.path);
  const other = temporaryFolder();
  const options = { synchronous: 'FULL', busyTimeoutMs: 0, autocheckpointPages: 0 } as const;
  const changed = openSqlite(file, options);
  changed.exec('PRAGMA user_version = 5');
  changed.close();
  const formers = [2, 3].map((format) => ({ format, ...temporaryFolder() }));
  for (const { format, path } of formers) {
    const formerFile = openSqlite(await filled(path), options);
    formerFile.exec(`PRAGMA user_version = ${format}`);
    formerFile.close();
  }
  const foreign = openSqlite(join(other.path, 'ledger.sqlite'), options);
  foreign.exec('CREATE TABLE bookmarks (url TEXT)');
  foreign.close();
  const cases: readonly (readonly [string, RegExp])[] = [
    [old.path, /holds a ledger in the format of a version before the first release \(log\/data\.mdb\)/],
    [newer.path, /ledger\.sqlite was written by a newer version \(format 5; this one knows 4\)/],
    ...formers.map(
      ({ format, path }) =>
        [
          path,
          new RegExp(
            `ledger\\.sqlite is in the format of a version before the first release \\(format ${format}; .*: move the folder away, or set POSTLEDGER_DATA`,
          ),
        ] as const,
    ),
    [other.path, /ledger\.sqlite is the database of another program/],
  ];
  for (const [path, says] of cases) {
    const refused = await rejection(embeddedEventStore(path, { log: quietLog }));
    assert.instance(refused, DataFolderRefused);
    assert.match((refused as Error).message, says);
  }
  assert.equal(readdirSync(old.path), ['log'], 'nothing was made beside it');
  for (const folder of [old, newer, ...formers, other]) folder.remove();
});

test.run();
